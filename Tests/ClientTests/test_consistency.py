"""What concurrent clients see can be explained by one order of their transactions."""

import pytest

from histories import Appends, check_histories, find_circle


def test_histories(start_emulator, tmp_path):
    """`Benchmarks/Reliability/consistency.py` does it with many more."""
    counts = check_histories(start_emulator("--data-dir", tmp_path / "data"), transactions=240)
    assert all(count > 0 for name, count in counts.items() if not name.startswith("aborted")), counts


class Final:
    """Stands for a client that finds these lists at the end."""

    def __init__(self, lists):
        self.lists = lists

    def transact(self, names, decide):
        from google.cloud.firestore_v1.types import Document
        from histories import integers
        return {name: dict(Document(fields=integers(self.lists.get(int(name.split("/")[1]), []))).fields) for name in names}


@pytest.mark.parametrize("problem, transactions, final", [
    ("lost", [(0, 1, {0: ()}, {0: 1}), (0, 1, {0: ()}, {0: 2})], {0: [2]}),
    ("order", [(0, 1, {0: ()}, {0: 1}), (2, 3, {0: (2,)}, {}), (0, 1, {0: (1,)}, {0: 2})], {0: [1, 2]}),
    # Each has read before the other one has written.
    ("circle", [(0, 5, {0: (), 1: ()}, {0: 1}), (0, 5, {0: (), 1: ()}, {1: 2})], {0: [1], 1: [2]}),
    # A reader that begins afterwards does not see what was acknowledged.
    ("stale", [(0, 1, {0: ()}, {0: 1}), (2, 3, {0: ()}, {})], {0: [1]}),
])
def test_the_checker_finds_what_it_is_for(problem, transactions, final):
    history = Appends()
    history.transactions = transactions
    with pytest.raises(AssertionError):
        history.check(Final(final))


def test_the_checker_takes_what_is_right():
    history = Appends()
    history.transactions = [
        (0, 1, {0: (), 1: ()}, {0: 1}), (0, 3, {0: (1,), 1: ()}, {1: 2}), (2, 4, {0: (1,), 1: (2,)}, {0: 3, 1: 3})]
    assert history.check(Final({0: [1, 3], 1: [2, 3]})) == 3
    assert find_circle({1: {2}, 2: {3}, 3: set()}) is None
