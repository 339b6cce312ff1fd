"""A proxy between a page and the emulator that breaks connections in the phase that a test names."""

import socket
import threading


class BreakingProxy:
    """Forwards connections of HTTP/1.1; `break_next` says which request does not go well."""

    def __init__(self, address):
        host, _, port = address.rpartition(":")
        self.target = (host, int(port))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.lock = threading.Lock()
        self.faults = []
        self.broken = []
        self.open = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def break_next(self, phase, mark):
        """`request`: not forwarded. `answer`: forwarded, and the answer lost. `body`: cut behind the head of the answer."""
        with self.lock:
            self.faults.append((phase, mark.encode()))

    def cut(self):
        """Every connection, whatever it is for."""
        with self.lock:
            connections = list(self.open)
        for connection in connections:
            self._close(connection)

    def close(self):
        self.listener.close()
        self.cut()

    def _close(self, connection):
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            server = socket.create_connection(self.target)
        except OSError:
            client.close()
            return
        with self.lock:
            self.open |= {client, server}
        phase = {"now": None}
        answers = threading.Thread(target=self._answers, args=(server, client, phase), daemon=True)
        answers.start()
        try:
            while data := client.recv(65_536):
                fault = self._fault(data)
                if fault == "request":
                    break
                phase["now"] = fault or phase["now"]
                server.sendall(data)
        except OSError:
            pass
        for one in (client, server):
            self._close(one)
        answers.join()
        with self.lock:
            self.open -= {client, server}
        client.close()
        server.close()

    def _fault(self, data):
        head = data.split(b"\r\n", 1)[0]
        with self.lock:
            for fault in self.faults:
                if fault[1] in head:
                    self.faults.remove(fault)
                    self.broken.append(fault[0])
                    return fault[0]
        return None

    def _answers(self, server, client, phase):
        try:
            while data := server.recv(65_536):
                if phase["now"] == "answer":
                    break
                if phase["now"] == "body":
                    head, mark, _ = data.partition(b"\r\n\r\n")
                    client.sendall(head + mark)
                    break
                client.sendall(data)
        except OSError:
            pass
        for one in (client, server):
            self._close(one)
