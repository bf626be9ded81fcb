// What an editor hears of a file, message by message.
#include "server/language_server.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "server/json_rpc.hpp"

using namespace warplab;
using namespace warplab::app;
using Json = nlohmann::json;

namespace {

constexpr const char* kUri = "file:///course/column_sums.cu";
constexpr const char* kText = "// sums\n  sum += in[i]; // \xF0\x9D\x9B\xBC\n}\n";

GradedFile sample() {
  GradedFile graded;
  graded.source = kText;
  graded.exercise = "column-sums";
  graded.messages = {{Severity::warning, 2, 0, 3, "gate", "Line 2 moves too much."}};
  AccessCost load{AccessCost::Memory::global, "global load", 10, 320, 40, "moves 1024 bytes"};
  graded.costs = {{2, {load}, 30, 0, 0}};
  graded.why[2] = "A sector is moved whole.";
  return graded;
}

// A server whose answers are kept, and which grades at once or as long as a test wants.
class Client {
 public:
  Client()
      : server_({[this](const Json& message) { keep(message); },
                 [this](const std::filesystem::path& file, const std::string& text,
                        const std::atomic<bool>& cancel) { return grade(file, text, cancel); },
                 [](const GradedFile& graded, int line) {
                   return "window of " + graded.exercise + " at " + std::to_string(line);
                 },
                 "0"}) {}

  Json ask(const std::string& method, const Json& params) {
    const int id = ++last_;
    server_.take(
        Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump());
    const std::lock_guard lock(mutex_);
    for (const Json& message : said_)
      if (message.value("id", Json()) == id) return message;
    return nullptr;
  }
  void tell(const std::string& method, const Json& params = Json::object()) {
    server_.take(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
  }
  void initialize() { (void)ask("initialize", {{"capabilities", Json::object()}}); }
  void open(const std::string& text = kText) {
    tell("textDocument/didOpen", {{"textDocument", {{"uri", kUri}, {"text", text}}}});
  }
  // The `params` of the notification, when it has come so many times.
  Json heard(const std::string& method, size_t times = 1) {
    std::unique_lock lock(mutex_);
    Json found;
    something_.wait_for(lock, std::chrono::seconds(20), [&] {
      size_t seen = 0;
      for (const Json& message : said_)
        if (message.value("method", "") == method && ++seen == times) found = message["params"];
      return seen >= times;
    });
    return found;
  }
  LanguageServer& server() { return server_; }
  std::atomic<bool> waits = false;  // the next grading ends when it is cancelled
  std::atomic<int> gradings = 0;

 private:
  void keep(const Json& message) {
    const std::lock_guard lock(mutex_);
    said_.push_back(message);
    something_.notify_all();
  }
  Result<GradedFile> grade(const std::filesystem::path& file, const std::string& text,
                           const std::atomic<bool>& cancel) {
    ++gradings;
    if (file.filename() != "column_sums.cu") return Error{"It is no exercise's file."};
    if (waits.exchange(false))
      while (!cancel) std::this_thread::yield();
    GradedFile graded = sample();
    graded.source = text;
    return graded;
  }

  std::mutex mutex_;
  std::condition_variable something_;
  std::vector<Json> said_;
  int last_ = 0;
  LanguageServer server_;
};

const Json kDocument = {{"textDocument", {{"uri", kUri}}}};
Json at_line(int line) {
  Json params = kDocument;
  params["position"] = {{"line", line}, {"character", 0}};
  return params;
}

}  // namespace

TEST_CASE("what is wrong stands at its line, from the first thing in it to its end in UTF-16") {
  const Json all = diagnostics_of(sample(), kUri);
  REQUIRE(all.size() == 1);
  CHECK(all[0]["message"] == "Line 2 moves too much.");
  CHECK(all[0]["severity"] == 2);
  CHECK(all[0]["range"] == Json{{"start", {{"line", 1}, {"character", 2}}},
                                {"end", {{"line", 1}, {"character", 21}}}});
  CHECK(all[0]["relatedInformation"][0]["location"]["range"]["start"]["line"] == 2);
}

TEST_CASE("under the mouse stands what a line costs and why, as long as the line is as it was") {
  const Json hover = hover_of(sample(), kText, 2);
  const std::string told = hover["contents"]["value"];
  CHECK(told.find("**global load**: moves 1024 bytes") != std::string::npos);
  CHECK(told.find("A sector is moved whole.") != std::string::npos);
  CHECK(hover_of(sample(), kText, 1).is_null());
  CHECK(hover_of(sample(), "// sums\n  sum = 0;\n", 2).is_null());
  CHECK(lenses_of(sample(), "// sums\n  sum = 0;\n", kUri).empty());
}

TEST_CASE("a lens above a line that moves eight times its bytes asks to see why") {
  const Json lenses = lenses_of(sample(), kText, kUri);
  REQUIRE(lenses.size() == 1);
  CHECK(lenses[0]["command"]["title"] == "8x: see why");
  CHECK(lenses[0]["command"]["arguments"] == Json{kUri, 2});
  GradedFile good = sample();
  good.costs[0].accesses[0].units = 44;
  CHECK(lenses_of(good, kText, kUri).empty());
}

TEST_CASE("a URI is a path, with what it escapes") {
  CHECK(path_of_uri("file:///a%20b/%C3%A4.cu") == "/a b/\xC3\xA4.cu");
  CHECK(path_of_uri("file:///100%.cu") == "/100%.cu");
  CHECK(path_of_uri("untitled:1").empty());
}

TEST_CASE("a message is its header and as many bytes; what is none ends the talk with a sentence") {
  std::istringstream in(message_text({{"id", 1}}) +
                        "Content-Type: x\r\nContent-Length: 2\r\n\r\n{}");
  CHECK(**read_message(in) == R"({"id":1})");
  CHECK(**read_message(in) == "{}");
  CHECK_FALSE(read_message(in)->has_value());
  for (const char* bad :
       {"Content-Length: 99\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}", "\r\n",
        "Content-Length: 99999999999\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "Content"}) {
    CAPTURE(bad);
    std::istringstream broken{std::string(bad)};
    CHECK_FALSE(bool(read_message(broken)));
  }
}

TEST_CASE("an opened file is graded, and again when it is saved with what was typed") {
  Client client;
  client.initialize();
  client.open();
  CHECK(client.heard("textDocument/publishDiagnostics")["diagnostics"].size() == 1);
  CHECK(client.ask("textDocument/hover", at_line(1))["result"].is_object());
  CHECK(client.ask("textDocument/codeLens", kDocument)["result"].size() == 1);
  Json change = kDocument;
  change["contentChanges"] = {{{"text", "// new\n  sum = 0;\n"}}};
  client.tell("textDocument/didChange", change);
  CHECK(client.ask("textDocument/hover", at_line(1))["result"].is_null());
  client.tell("textDocument/didSave", kDocument);
  CHECK(client.heard("textDocument/publishDiagnostics", 2)["uri"] == kUri);
  CHECK(client.ask("textDocument/hover", at_line(1))["result"].is_object());
  client.tell("textDocument/didClose", kDocument);
  CHECK(client.heard("textDocument/publishDiagnostics", 3)["diagnostics"].empty());
}

TEST_CASE("who saves while a file is graded hears of the new text alone") {
  Client client;
  client.initialize();
  client.waits = true;
  client.open();
  while (client.gradings == 0) std::this_thread::yield();
  client.tell("textDocument/didSave", kDocument);
  CHECK_FALSE(client.heard("textDocument/publishDiagnostics").is_null());
  CHECK(client.gradings == 2);
}

TEST_CASE("a file of no exercise is told once and has nothing wrong") {
  Client client;
  client.initialize();
  const Json document = {{"uri", "file:///tmp/other.cu"}, {"text", ""}};
  client.tell("textDocument/didOpen", {{"textDocument", document}});
  CHECK(client.heard("window/logMessage")["message"] == "It is no exercise's file.");
  CHECK(client.ask("textDocument/codeLens", {{"textDocument", document}})["result"] ==
        Json::array());
}

TEST_CASE("the lens's command opens the window at the line") {
  Client client;
  client.initialize();
  const auto see_why = [&](const Json& params) {
    return client.ask("workspace/executeCommand", params);
  };
  client.open();
  (void)client.heard("textDocument/publishDiagnostics");
  CHECK(see_why({{"command", kSeeWhy}, {"arguments", {kUri, 2}}})["result"].is_null());
  CHECK(client.heard("window/showMessage")["message"] == "window of column-sums at 2");
  CHECK(see_why({{"command", "rm"}, {"arguments", {kUri, 2}}})["error"]["code"] == kInvalidParams);
  CHECK(see_why({{"command", kSeeWhy}, {"arguments", Json::array()}})["error"]["code"] ==
        kInvalidParams);
}

TEST_CASE("what is no message, comes too early or is not known gets the protocol's error") {
  Client client;
  CHECK(client.ask("textDocument/hover", at_line(0))["error"]["code"] == kNotInitialized);
  client.initialize();
  CHECK(client.ask("textDocument/rename", kDocument)["error"]["code"] == kMethodNotFound);
  CHECK(client.ask("textDocument/hover", Json::array())["error"]["code"] == kInvalidParams);
  for (const char* bad : {"", "{", "[]", "7", R"({"method": 7, "id": 9})", R"({"id": 9})",
                          R"({"method": "textDocument/didOpen"})",
                          R"({"method": "textDocument/didOpen", "params": null})"})
    client.server().take(bad);
  CHECK(client.ask("shutdown", nullptr)["result"].is_null());
  CHECK_FALSE(client.server().exit_code().has_value());
  client.tell("exit");
  CHECK(client.server().exit_code() == 0);
}

TEST_CASE("who leaves without a shutdown is an error") {
  Client client;
  client.initialize();
  client.tell("exit");
  CHECK(client.server().exit_code() == 1);
}
