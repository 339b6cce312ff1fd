"""Pages that run the published web library, served by this process.

It is not part of this repository: FIREBREAK_WEB_SDK names a folder with a folder for each version, and in that
firebase-app.js and firebase-firestore.js as they are published.
"""

import contextlib
import json
import os
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode

import pytest

FOLDER = os.environ.get("FIREBREAK_WEB_SDK")
VERSIONS = sorted(path.parent.name for path in Path(FOLDER).glob("*/firebase-firestore.js")) if FOLDER else []
if FOLDER and not VERSIONS:
    pytest.exit(f"FIREBREAK_WEB_SDK={FOLDER} holds no VERSION/firebase-firestore.js", 2)


class PageHandler(SimpleHTTPRequestHandler):
    """Pages of this folder, and the library below /sdk."""

    def translate_path(self, path):
        path = path.split("?")[0]
        if path.startswith("/sdk/"):
            return str(Path(FOLDER) / path.removeprefix("/sdk/"))
        return str(Path(__file__).resolve().parent / path.lstrip("/"))

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served_pages():
    """The port of a server of these pages."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), PageHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()


def web_client(port, emulator, project, version=None, settings=None):
    """The address of the page that is a client of an emulator; without a version with the newest."""
    version = version or VERSIONS[-1]
    source = (Path(FOLDER) / version / "firebase-firestore.js").read_text()
    query = {
        "folder": version, "version": re.search(r"gstatic\.com/firebasejs/([^/\"]+)/", source).group(1), "emulator": emulator,
        "project": project, "settings": json.dumps(settings or {})}
    return f"http://localhost:{port}/web_sdk.html?{urlencode(query)}"
