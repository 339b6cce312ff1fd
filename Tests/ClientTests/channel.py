"""The browser channel by hand: exactly the requests that a page would send, and every answer as it stands."""

import codecs
import http.client
import json
import random
import re
import socket
from dataclasses import dataclass
from urllib.parse import quote

PAGE = "http://localhost:3000"
OWNER = "Authorization:Bearer owner\r\n"
TIME = re.compile(r"^\d{4}-\d\d-\d\dT[\d:.]+Z$")


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self):
        return self.body.decode()

    @property
    def chunks(self):
        """The texts of its chunks as JSON; a chunk that is not whole is an error."""
        found, rest = take_chunks(self.text)
        assert rest == "", rest
        return found


def take_chunks(text):
    """Whole chunks from the beginning of a text, and the rest. Lengths count the units of UTF-16."""
    units = text.encode("utf-16-le")
    found = []
    while b"\n\0" in units:
        length, _, rest = units.partition(b"\n\0")
        count = 2 * int(length.decode("utf-16-le"))
        if len(rest) < count:
            break
        found.append(json.loads(rest[:count].decode("utf-16-le")))
        units = rest[count:]
    return found, units.decode("utf-16-le", errors="surrogatepass")


def plain(value):
    """Without what differs from run to run: times, tokens, names of streams."""
    if isinstance(value, dict):
        return {key: "…" if key in ("resumeToken", "streamToken", "streamId") else plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return "T" if isinstance(value, str) and TIME.match(value) else value


class Channel:
    """One session of Listen or Write, with the counters that a client keeps."""

    def __init__(self, address, stream, project, database="(default)", origin=PAGE):
        self.address = address
        self.name = f"projects/{project}/databases/{database}"
        self.path = f"/google.firestore.v1.Firestore/{stream}/channel"
        self.origin = origin
        self.rid = random.randrange(100_000)
        self.sid = self.gsessionid = None
        self.next_map = 0
        self.last_array = 0

    def document(self, path):
        return f"{self.name}/documents/{path}"

    # Requests

    def url(self, *parameters):
        # Browsers leave the slashes and brackets of the database as they are.
        common = [*([f"gsessionid={self.gsessionid}"] if self.gsessionid else []), "VER=8", f"database={self.name}"]
        return f"{self.path}?{'&'.join([*common, *parameters, 'zx=' + str(random.random())[2:], 't=1'])}"

    def request(self, method, url, body=None, headers=(), timeout=20):
        connection = http.client.HTTPConnection(self.address, timeout=timeout)
        try:
            connection.request(method, url, body, {"Origin": self.origin, **dict(headers)})
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def form(self, maps, offset, **more):
        parts = [f"{key}={quote(value)}" for key, value in more.items()] + [f"count={len(maps)}", f"ofs={offset}"]
        parts += [f"req{n}___data__={quote(item if isinstance(item, str) else json.dumps(item, ensure_ascii=False))}"
                  for n, item in enumerate(maps)]
        return "&".join(parts)

    def post(self, parameters, body):
        return self.request("POST", self.url(*parameters), body, {"Content-Type": "application/x-www-form-urlencoded"})

    def open(self, *maps, headers=OWNER, session_header=True):
        asked = ["X-HTTP-Session-Id=gsessionid"] if session_header else []
        answer = self.post([f"RID={self.rid}", "CVER=22", *asked], self.form(maps, 0, headers=headers))
        assert answer.status == 200, answer.text
        [[[number, (word, self.sid, prefix, version, _, keepalive)]]] = answer.chunks
        assert (number, word, prefix, version, keepalive) == (0, "c", "", 8, 30_000)
        self.gsessionid = answer.headers["X-HTTP-Session-Id"]
        self.next_map = len(maps)
        return answer

    def send(self, *maps, offset=None, rid=None):
        """Maps with the next numbers, or again with older ones."""
        if rid is None:
            self.rid += 1
        first = self.next_map if offset is None else offset
        answer = self.post(
            [f"SID={self.sid}", f"RID={rid or self.rid}", f"AID={self.last_array}"], self.form(maps, first))
        self.next_map = max(self.next_map, first + len(maps))
        return answer

    def back(self, *parameters):
        return self.url("RID=rpc", f"SID={self.sid}", f"AID={self.last_array}", *parameters, "TYPE=xmlhttp")

    def poll(self, milliseconds=None):
        """The arrays of one long poll."""
        answer = self.request("GET", self.back("CI=1", *([f"TO={milliseconds}"] if milliseconds else [])))
        assert answer.status == 200, answer.text
        [arrays] = answer.chunks
        return self.accept(arrays)

    def accept(self, arrays):
        for number, _ in arrays:
            assert number == self.last_array + 1
            self.last_array = number
        return [payload for _, payload in arrays]

    def messages(self, count):
        """So many messages, however many polls it takes; plain."""
        found = []
        while len(found) < count:
            found += [message for payload in self.poll() for message in payload if message != "noop"]
        assert len(found) == count, found
        return plain(found)

    def stream(self):
        return BackChannel(self)

    def terminate(self):
        self.rid += 1
        url = self.url(f"SID={self.sid}", f"RID={self.rid}", "TYPE=terminate")
        return self.request("POST", url, b"", {"Content-Type": "text/plain;charset=UTF-8"})


class BackChannel:
    """A streaming GET over a socket of its own, which can be cut at any moment."""

    def __init__(self, channel):
        self.channel = channel
        host, _, port = channel.address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=20)
        head = f"GET {channel.back('CI=0')} HTTP/1.1\r\nHost: {channel.address}\r\nOrigin: {channel.origin}\r\n\r\n"
        self.socket.sendall(head.encode())
        self.response = http.client.HTTPResponse(self.socket, method="GET")
        self.response.begin()
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.text = ""
        self.pending = []

    def messages(self, count):
        """The next messages without keep-alives; fewer when the answer ends."""
        found = []
        while len(found) < count:
            if not self.pending:
                chunks = self.read()
                if chunks is None:
                    break
                self.pending += [message for arrays in chunks for payload in self.channel.accept(arrays) for message in payload]
                continue
            message = self.pending.pop(0)
            if message != "noop":
                found.append(message)
        return plain(found)

    def read(self):
        """Whole chunks that have come; None at the end."""
        piece = self.response.read1(65_536)
        if not piece:
            assert self.text == ""
            return None
        # A character may be cut.
        chunks, self.text = take_chunks(self.text + self.decoder.decode(piece))
        return chunks

    def close(self):
        self.response.close()
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
