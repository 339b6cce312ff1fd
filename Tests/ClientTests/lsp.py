"""A small client of the Language Server Protocol, as the specification describes it."""

import json
import queue
import subprocess
import threading
from pathlib import Path
from urllib.parse import quote

FULL_CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True},
    "workspace": {
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "workspaceEdit": {"documentChanges": True},
        "workspaceFolders": True,
        "inlayHint": {"refreshSupport": True},
    },
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True, "versionSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}}},
    },
}


class ProtocolError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


def uri(path):
    return "file://" + quote(str(path))


class LanguageClient:
    """Starts `firebreak lsp` and talks to it. Every message of the server is kept."""

    def __init__(self, binary, folders=(), capabilities=FULL_CAPABILITIES, environment=None, opens=True):
        self.process = subprocess.Popen(
            [str(binary), "lsp", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self.messages = queue.Queue()
        self.answers = {}
        self.notifications = []
        self.requests = []
        self.diagnostics = {}
        self.versions = {}
        self.next = 1
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        if opens:
            self.open_session(folders, capabilities)

    def open_session(self, folders, capabilities=FULL_CAPABILITIES):
        self.initialized = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": uri(folders[0]) if folders else None,
                "workspaceFolders": [{"uri": uri(folder), "name": Path(folder).name} for folder in folders] or None,
                "capabilities": capabilities,
            },
        )
        self.notify("initialized", {})
        return self.initialized

    # Messages

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while line := stream.readline():
                if line in (b"\r\n", b"\n"):
                    break
                name, _, value = line.decode().partition(":")
                if name.lower() == "content-length":
                    length = int(value)
            if length is None:
                self.messages.put(None)
                return
            self.messages.put(json.loads(stream.read(length)))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def begin(self, method, params):
        number = self.next
        self.next += 1
        self.send({"id": number, "method": method, "params": params})
        return number

    def request(self, method, params, timeout=120):
        return self.answer(self.begin(method, params), timeout)

    def answer(self, number, timeout=120):
        self.until(lambda: number in self.answers, timeout)
        message = self.answers.pop(number)
        if "error" in message:
            raise ProtocolError(message["error"])
        return message["result"]

    def take(self, timeout=120):
        """The next message of the server, noted; None at its end."""
        message = self.messages.get(timeout=timeout)
        if message is None:
            return None
        if "method" not in message:
            self.answers[message["id"]] = message
        elif "id" in message:
            self.requests.append(message)
            self.send({"id": message["id"], "result": None})
        else:
            self.notifications.append(message)
            if message["method"] == "textDocument/publishDiagnostics":
                params = message["params"]
                self.diagnostics[params["uri"]] = params["diagnostics"]
                self.versions[params["uri"]] = params.get("version")
        return message

    def until(self, holds, timeout=120):
        while not holds():
            assert self.take(timeout) is not None, "the server has ended"

    # Documents

    def open(self, path, text=None, version=1, language="plaintext"):
        text = Path(path).read_text() if text is None else text
        item = {"uri": uri(path), "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, path, version, *changes):
        document = {"uri": uri(path), "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def close(self, path):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})

    def wait_for_version(self, path, version, timeout=120):
        self.until(lambda: self.versions.get(uri(path)) == version, timeout)
        return self.diagnostics[uri(path)]

    def at(self, path, line, character):
        return {"textDocument": {"uri": uri(path)}, "position": {"line": line, "character": character}}

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(30)

    def kill(self):
        self.process.kill()
        self.process.wait()
