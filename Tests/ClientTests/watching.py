"""Snapshots of listeners as plain values that tests can compare."""

import queue


class Snapshots:
    """What a listener was told, one snapshot after the other."""

    def __init__(self, target, timeout=20):
        self._queue = queue.Queue()
        self._timeout = timeout
        self.read_times = []
        self._watch = target.on_snapshot(self._receive)

    def _receive(self, documents, changes, read_time):
        self._queue.put((documents, changes, read_time))

    def next(self):
        """The documents with their fields in order, and the changes; without positions, which this client miscounts."""
        documents, changes, read_time = self._queue.get(timeout=self._timeout)
        self.read_times.append(read_time)
        return (
            [(document.id, document.to_dict()) for document in documents],
            [(change.type.name, change.document.id) for change in changes],
        )

    @property
    def is_active(self):
        return self._watch.is_active

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._watch.unsubscribe()
