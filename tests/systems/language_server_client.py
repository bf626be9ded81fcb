"""An editor that speaks with the real warplab-lsp. language_server_client.py BINARY_DIR"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

binaries, root = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).parents[2]
if not (binaries / "warplab-lsp").exists():
    sys.exit(77)


class Server:
    def __init__(self):
        self.process = subprocess.Popen([binaries / "warplab-lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0

    def send(self, method, params, **more):
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def message(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.startswith(b"Content-Length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def heard(self, method):
        while (message := self.message()).get("method") != method:
            pass
        return message["params"]

    def ask(self, method, params):
        self.last += 1
        self.send(method, params, id=self.last)
        while (message := self.message()).get("id") != self.last:
            pass
        return message["result"]


with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "column_sums.cu"
    shutil.copy(root / "solutions/22-column-sums/wrong-uncoalesced.cu", file)
    right = (root / "solutions/22-column-sums/solution.cu").read_text()
    document = {"textDocument": {"uri": file.as_uri()}}
    server = Server()
    told = server.ask("initialize", {"capabilities": {}})["capabilities"]
    assert told["hoverProvider"] and told["codeLensProvider"]
    server.send("initialized", {})
    opened = {"uri": file.as_uri(), "languageId": "cuda-cpp", "version": 1, "text": file.read_text()}
    server.send("textDocument/didOpen", {"textDocument": opened})

    wrong = server.heard("textDocument/publishDiagnostics")["diagnostics"]
    assert wrong and all(one["source"] == "Warp Lab" for one in wrong), wrong
    line = next(one["range"]["start"]["line"] for one in wrong if "moves" in one["message"] or "sectors" in one["message"])
    lenses = server.ask("textDocument/codeLens", document)
    assert any(lens["command"]["title"] == "4x: see why" for lens in lenses), lenses
    hover = server.ask("textDocument/hover", {**document, "position": {"line": line, "character": 0}})
    assert "global load" in hover["contents"]["value"], hover

    server.send("textDocument/didChange", {**document, "contentChanges": [{"text": right}]})
    server.send("textDocument/didSave", document)
    wrong = server.heard("textDocument/publishDiagnostics")["diagnostics"]
    assert all(one["severity"] == 3 for one in wrong), wrong
    lenses = server.ask("textDocument/codeLens", document)
    assert not any(lens["command"]["title"] == "4x: see why" for lens in lenses), lenses

    assert server.ask("shutdown", None) is None
    server.send("exit", None)
    assert server.process.wait(20) == 0
