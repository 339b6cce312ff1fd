"""The collections that the worked examples query; the same letters name them there."""

import math

NAN = math.nan

DATASETS = {
    "Z": {
        "a": {"zip": NAN}, "b": {"zip": 91102}, "c": {"zip": 98101}, "d": {"zip": "98101"}, "e": {"zip": [98101]},
        "f": {"zip": [98101, 98102]}, "g": {"zip": ["98101", {"zip": 98101}]}, "h": {"zip": {"code": 500}},
        "i": {"zip": None}, "j": {"code": 500},
    },
    "O": {
        "doc1": {"a": 1, "b": 0}, "doc2": {"a": 2, "b": 1}, "doc3": {"a": 3, "b": 2}, "doc4": {"a": 1, "b": 3},
        "doc5": {"a": 1, "b": 1},
    },
    "P": {
        "doc1": {"a": 1, "b": 0}, "doc2": {"b": 1}, "doc3": {"a": 3, "b": 2}, "doc4": {"a": 1, "b": 3},
        "doc5": {"a": 1}, "doc6": {"a": 2},
    },
    "Q": {
        "doc1": {"a": 1, "b": [0]}, "doc2": {"b": [1]}, "doc3": {"a": 3, "b": [2, 7], "c": 10},
        "doc4": {"a": 1, "b": [3, 7]}, "doc5": {"a": 1}, "doc6": {"a": 2, "c": 20},
    },
    "M": {
        "doc1": {"key": "a", "sort": 0, "v": 0}, "doc2": {"key": "b", "sort": 3, "v": 1},
        "doc3": {"key": "c", "sort": 1, "v": 3}, "doc4": {"key": "d", "sort": 2, "v": 2},
    },
    "N": {
        "doc1": {"key": "a", "sort": 5, "v": 0}, "doc2": {"key": "aa", "sort": 4, "v": 0},
        "doc3": {"key": "b", "sort": 3, "v": 1}, "doc4": {"key": "b", "sort": 2, "v": 1},
        "doc5": {"key": "bb", "sort": 1, "v": 1}, "doc6": {"key": "c", "sort": 0, "v": 2},
    },
    "T": {
        "a": {"sort": 1}, "b": {"sort": 2}, "c": {"sort": 2}, "d": {"sort": 2}, "e": {"sort": 0}, "f": {"nosort": 1},
    },
    "A": {
        "a": {"array": [42]}, "b": {"array": ["a", 42, "c"]}, "c": {"array": [41.999, "42", {"a": [42]}]},
        "d": {"array": [42]}, "e": {"array": [43]}, "f": {"array": [{"a": 42}]}, "g": {"array": 42},
        "h": {"array": [None]}, "i": {"array": [NAN]},
    },
    "QN": {
        f"d{i}": {
            "n": i, "g": "odd" if i % 2 else "even", "h": i % 3, "s": "jihgfedcba"[i], "d": i / 2,
            "tags": [i % 3, (i + 1) % 3], "nested": {"a": i % 2, "b": {"c": i}}, **({"opt": i} if i % 4 else {}),
        }
        for i in range(10)
    },
    "QA": {
        "a1": {"n": 1, "d": 0.5, "mixed": 1, "big": 2**63 - 1}, "a2": {"n": 2, "d": 1.5, "mixed": 2.5, "big": 1},
        "a3": {"n": 3, "d": 2.5, "mixed": "3"}, "a4": {"n": 4, "mixed": None}, "a5": {"n": -5, "d": -1.0, "mixed": True},
        "a6": {"d": NAN, "mixed": [1]}, "a7": {"n": 0, "d": math.inf},
    },
}
