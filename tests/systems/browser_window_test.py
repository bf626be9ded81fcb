"""The window in a web browser, as packaging/window.Containerfile starts it: Chromium types into the editor and runs the
exercise. browser_window_test.py ROOT BINARY_DIR. Exit code 77: something of it is not installed here."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

root, binaries = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
programs = ("Xvfb", "x11vnc", "websockify", "xauth", "chromium", "chromedriver")
if not all(map(shutil.which, programs)) or not (binaries / "bin/warplab").exists():
    sys.exit(77)
try:
    from selenium import webdriver
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
except ImportError:
    sys.exit(77)


def until(seconds, what, holds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.2)
    sys.exit(f"In {seconds} s there was no {what}.")


with tempfile.TemporaryDirectory() as folder:
    home = pathlib.Path(folder)
    environment = dict(os.environ, HOME=folder, XDG_DATA_HOME=f"{folder}/data", XDG_CONFIG_HOME=f"{folder}/config",
                       WARPLAB_PORT=str(20000 + os.getpid() % 20000), LIBGL_ALWAYS_SOFTWARE="1",
                       PATH=f"{binaries}/bin:{os.environ['PATH']}")
    environment.pop("WARPLAB_ADDRESS", None)
    lab = subprocess.Popen([root / "packaging/warplab-in-browser", "--exercises", root / "exercises", "--submission",
                            home / "mine", "--exercise", "copy"], stdout=subprocess.PIPE, env=environment, text=True)
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for option in ("--headless=new", "--no-sandbox", "--window-size=1480,1000", "--no-proxy-server"):
        options.add_argument(option)
    browser = None
    try:
        address = lab.stdout.readline().strip()
        assert re.fullmatch(r"http://localhost:\d+/vnc\.html\?.*#password=\w{8}", address), address
        time.sleep(2)
        browser = webdriver.Chrome(service=webdriver.chrome.service.Service(shutil.which("chromedriver")), options=options)

        # Without the password nothing is shown.
        browser.get(address.split("#")[0])
        time.sleep(2)
        assert "noVNC_connected" not in browser.find_element("tag name", "html").get_attribute("class")

        browser.get("about:blank")
        browser.get(address)
        until(30, "connection", lambda: "noVNC_connected" in browser.find_element("tag name", "html").get_attribute("class"))
        canvas = until(10, "picture", lambda: browser.find_elements("css selector", "canvas"))[-1]
        # The editor is in the middle of the window.
        time.sleep(5)
        before = canvas.screenshot_as_png
        ActionChains(browser).move_to_element(canvas).click().key_down(Keys.CONTROL).send_keys(Keys.END).key_up(
            Keys.CONTROL).send_keys("// typed in a browser").perform()
        until(20, "change of the picture", lambda: canvas.screenshot_as_png != before)
        ActionChains(browser).send_keys(Keys.F5).perform()
        attempt = until(60, "run", lambda: list(home.glob("data/warplab/**/attempt.json")))[0]
        assert "// typed in a browser" in (attempt.parent / "source.cu").read_text()
        told = json.loads(attempt.read_text())
        print(address.split("?")[0], told.get("verdict"), told.get("summary"))
        if len(sys.argv) > 3:
            time.sleep(2)
            browser.save_screenshot(sys.argv[3])
    finally:
        if browser:
            browser.quit()
        lab.terminate()
        lab.wait(20)
    assert not list(pathlib.Path(tempfile.gettempdir()).glob("warplab-browser-*")), "something was left behind"
