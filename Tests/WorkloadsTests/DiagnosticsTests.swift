import Diagnostics
import Testing

@testable import Workloads

/// A file of which only the lines in question differ.
private func file(_ lines: String, actor: String = "") -> String {
  """
  workload: sample
  params: {users: 10, size: "big"}
  \(lines)
  """
}

private func steps(_ step: String) -> String {
  file(
    """
    procedures: {refresh: [{get: "a/b"}]}
    actors:
      reader:
        vars: {seen: 0}
        steps:
          - {name: feed.open, listen: "posts orderBy at desc limit 5", as: feed}
          - \(step)
    """)
}

@Suite("Mistakes in workload files") struct WorkloadMistakeTests {
  @Test(arguments: [
    // Reading.
    ("[1, 2]", ["FB0015 1:1 expected a workload, a mapping with the key `workload`, found a list of 2"]),
    ("about: nothing else", ["FB0015 1:1 the key `workload` is missing"]),
    (file("clock: {days: 0}"), ["FB0015 3:15 expected a whole number of days, from 1 to 3660, found the number `0`"]),
    (
      file("clock: {start: yesterday}"),
      ["FB0015 3:16 expected a date and time with its UTC offset, found the text `yesterday`"]
    ),
    (file("sead: 7"), ["FB0014 3:1 unknown key `sead`"]),
    (file("seed: -1"), ["FB0015 3:7 expected a whole number, not negative, found the number `-1`"]),
    (file("seed: 1\nseed: 2"), ["FB0016 4:1 the key `seed` is written twice in one object"]),
    (
      file("database: {edition: standrad}"),
      ["FB0015 3:21 expected `standard`, `enterprise`, found the text `standrad`"]
    ),
    (file("database: {edition: enterprise}"), ["FB8001 3:21 the Enterprise edition is not simulated yet"]),
    // Data.
    (file("data: [{path: a}]"), ["FB0015 3:15 a document's path has an even number of segments, this one has 1"]),
    (file("data: [{path: a//b}]"), ["FB0013 3:17 a path has no empty segment"]),
    (file("data: [{count: 1}]"), ["FB0015 3:8 the key `path` is missing"]),
    // One path for several documents, and what is nothing.
    (
      file("data: [{path: a/b, count: 30}]"),
      ["FB0015 3:15 30 documents of `count` have one path, and are one document"]
    ),
    (
      file("data: [{path: \"a/{n}\", for: {n: 1..3}, count: 2}]"),
      ["FB0015 3:15 2 documents of `count` have one path, and are one document"]
    ),
    (
      file("data: [{path: a/b, for: {n: 1..3}}]"),
      ["FB0015 3:26 all values of `n` give the same document"]
    ),
    (file("data: [{path: \"a/{n}/c/{auto}\", for: {n: 1..3, m: 1..2}, count: 2}, {path: a/b, count: 1}]"), []),
    (file("data: [{path: a/b, count: {uniform: [0, 1]}}]"), []),
    (
      file("data: [{path: \"a/{n}\", for: {n: 5..1}}]"),
      ["FB0015 3:33 expected a range that begins with the smaller number, found the text `5..1`"]
    ),
    (file("data: [{path: \"a/{n}\", for: {n: 11..$users}}]"), []),
    (file("data: [{path: \"a/{n}\", for: {n: []}}]"), ["FB0015 3:33 expected at least one value, found an empty list"]),
    (
      file("data: [{path: \"a/{auto}\", count: {poisson: -3}}]"),
      ["FB0015 3:44 expected a mean that is not negative, found the number `-3`"]
    ),
    (
      file("data: [{path: \"a/{auto}\", count: {uniform: [-3, -1]}}]"),
      ["FB0015 3:34 expected whole numbers, not negative"]
    ),
    (
      file("data: [{path: a/b, fields: {n: {choice: {1: 0.5, 2: 0.9}}}}]"),
      ["FB0015 3:41 the shares are 1.40 together, and count in proportion"]
    ),
    (file("data: [{path: a/b, fields: {n: {choice: {1: 5, 2: 9}}, m: {choice: {1: 0.33, 2: 0.67}}}}]"), []),
    (file("data: [{path: a/b, fields: {at: {spread: [-1d, -3d]}}}]"), ["FB0015 3:42 expected the earlier time first"]),
    (
      file("data: [{path: a/b, fields: {at: {spread: [-3d]}}}]"),
      ["FB0015 3:42 expected a list of two times, found a list of 1"]
    ),
    ("workload: ''", ["FB0015 1:11 expected a name by which reports know the workload, found the text ``"]),
    (
      file("background: [{perDay: 24, write: {path: \"a/{auto}\"}}]"),
      ["FB0015 3:14 the key `every` is missing"]
    ),
    (file("budget: [{total: reads, max: -1}]"), ["FB0015 3:30 expected a number, not negative, found the number `-1`"]),
    (
      steps("{page: {query: a limit 3, size: 5}}"),
      ["FB0015 9:24 the query of a page has no limit of its own: `limit 3` would not be played"]
    ),
    (steps("{page: {query: a, size: 0}}"), ["FB0015 9:33 expected a whole number above 0, found the number `0`"]),
    (steps("{batch: []}"), ["FB0015 9:17 expected at least one write, found an empty list"]),
    // What is not at hand when the step is done: a run would stop there.
    (steps("{forEach: feed, get: \"users/{doc.by}\"}"), ["FB0015 9:38 `doc` is no document here"]),
    (steps("{forEach: feed, get: \"users/{id}\"}"), []),
    (steps("{get: \"users/{id}\"}"), ["FB0015 9:23 `id` has no value here"]),
    (steps("{update: \"users/{id}\", fields: {me: \"{id}\"}}"), ["FB0015 9:26 `id` has no value here"]),
    (steps("{get: \"users/{feed.by}\"}"), ["FB0015 9:23 `feed` is no document here"]),
    (steps("{query: users, each: [{get: \"users/{doc.by}\"}, {get: \"users/{doc.by}\", source: copy}]}"), []),
    (
      steps("{get: users/u1, source: copy}"),
      [
        "FB0015 9:9 no document is at hand that could hold a copy: `source: copy` is for a `get` in `each` or `onChange`"
      ]
    ),
    (steps("{query: users, keep: \"doc.by == 1\"}"), []),
    (steps("{listen: users, onChange: [{forEach: added ids, get: \"users/{doc.by}\"}]}"), []),
    (steps("{listen: users, onChange: [{forEach: all ids, steps: [{if: \"doc.by == id\", then: []}]}]}"), []),
    (
      steps("{listen: users, as: all, onChange: [{forEach: all, get: \"users/{doc.by}\"}]}"),
      ["FB0015 9:73 `doc` is no document here"]
    ),
    (
      steps("{rtdb: {op: listen, path: chat}, each: [{get: \"users/{id}\"}, {get: \"users/{doc.by}\"}]}"),
      ["FB0015 9:84 `doc` is no document here"]
    ),
    // A procedure sees what the step sees that does it.
    (
      file(
        """
        procedures: {look: [{get: "users/{doc.by}"}]}
        actors: {reader: {sessions: {at: {first: "08:00"}}, steps: [{query: users, each: [{do: look}]}]}}
        """), []
    ),
    (
      file(
        """
        procedures: {look: [{get: "users/{doc.by}"}]}
        actors: {reader: {sessions: {at: {first: "08:00"}}, steps: [{query: users, each: [{do: look}]}, {do: look}]}}
        """), ["FB0015 3:35 `doc` is no document here"]
    ),
    // A transaction reads paths and queries.
    (
      steps("{transaction: {reads: [{get: users/u1}], writes: []}}"),
      ["FB0015 9:32 expected a path or a query, found a mapping"]
    ),
    (steps("{transaction: {reads: [users/u1, \"users where age > 5\"], writes: []}}"), []),
    (steps("{get: \"posts/{auto}\"}"), ["FB0015 9:15 `{auto}` is a new id: no document is there to be read"]),
    (steps("{get: \"posts/{auto}\", missing: ok}"), []),
    (file("data: [{path: \"a/{i\"}]"), ["FB0013 3:18 `{` is not closed"]),
    (file("data: [{path: \"a/{c}\"}]"), ["FB0017 3:19 there is no variable `c`"]),
    (
      file("data: [{path: \"a/{c}\", for: {c: 1..2}}, {path: \"b/{c}\"}]"),
      ["FB0017 3:52 `c` has no value in `data`"]
    ),
    (file("data: [{path: \"a/{c}\", for: {c: 1..$user}}]"), ["FB0017 3:36 there is no parameter `user`"]),
    (file("data: [{path: \"a/{c}\", for: {c: 1..$size}}]"), ["FB0015 3:36 the parameter `size` is not a whole number"]),
    (file("data: [{path: a/b, count: $user}]"), ["FB0017 3:27 there is no parameter `user`"]),
    (
      file("data: [{path: a/b, count: $size}]"),
      ["FB0015 3:27 expected a whole number, not negative, found the text `big`"]
    ),
    (file("data: [{path: a/b, fields: {x: {strung: 5}}}]"), ["FB0014 3:33 unknown key `strung`"]),
    (
      file("data: [{path: a/b, fields: {x: {}}}]"),
      ["FB0015 3:32 expected how the value is generated, found an empty mapping"]
    ),
    (
      file("data: [{path: a/b, fields: {x: {spread: [-1w, 0d]}}}]"),
      ["FB0015 3:42 expected a time, found the text `-1w`"]
    ),
    (file("data: [{rtdb: a/b}]"), ["FB0015 3:8 the key `value` is missing"]),
    (file("data: [{rtdb: a//b, value: 1}]"), ["FB0013 3:17 a path has no empty segment"]),
    (file("data: [{rtdb: a/b, fields: {x: 1}, value: 1}]"), ["FB0014 3:20 unknown key `fields`"]),
    (
      file("data: [{rtdb: a/b, value: 1, retention: 5}]"),
      ["FB8001 3:30 `retention` of the Realtime Database is not simulated"]
    ),
    // Actors.
    (
      file("actors: {a: {client: {sdk: iso}}}"),
      ["FB0015 3:28 expected `ios`, `android`, `web`, `server`, found the text `iso`"]
    ),
    (file("actors: {a: {client: {persistance: on}}}"), ["FB0014 3:23 unknown key `persistance`"]),
    (
      file("actors: {a: {sessions: {perDay: 2, at: {first: 25:00}}}}"),
      ["FB0015 3:48 expected a time of day such as `\"08:00\"`, found the text `25:00`"]
    ),
    (
      file("actors: {a: {sessions: {perDay: 2, at: {window: [\"10:00\", \"09:00\"]}}}}"),
      ["FB0015 3:49 expected the earlier time of day first"]
    ),
    (file("actors: {a: {sessions: {perDay: 2}}}"), ["FB0015 3:24 the key `at` is missing"]),
    (file("actors: {a: {vars: {seen: 1 +}}}"), ["FB0013 3:30 expected a value, found the end"]),
    // Steps.
    (steps("{listn: posts}"), ["FB0014 9:10 unknown key `listn`"]),
    (steps("{name: x}"), ["FB0015 9:9 the step does nothing"]),
    (steps("{get: a/b, set: a/b}"), ["FB0015 9:9 a step does one thing, this one has `get` and `set`"]),
    (
      steps("{write: {path: a/b, fields: {}}, expect: PERMISSION_DENIED}"),
      ["FB0015 9:50 `expect` waits for the answer to a request, and this step sends none"]
    ),
    (steps("jump"), ["FB0017 9:9 there is no step `jump`"]),
    (steps("{do: refesh}"), ["FB0017 9:14 there is no procedure `refesh`"]),
    (steps("{unlisten: feeed}"), ["FB0017 9:20 there is no result `feeed`"]),
    (steps("{let: {seen: \"max(sen, 1)\"}}"), ["FB0017 9:27 there is no variable `sen`"]),
    (steps("{let: {seen: \"max(seen, 1\"}}"), ["FB0013 9:34 expected `)`, found the end"]),
    (steps("{if: \"count(feeds) > 0\", then: []}"), ["FB0017 9:15 there is no result `feeds`"]),
    (steps("{pause: 5}"), ["FB0015 9:17 expected a length of time, found the number `5`"]),
    (steps("{chance: 2, do: refresh}"), ["FB0015 9:18 expected a probability from 0 to 1, found the number `2`"]),
    (steps("{get: posts}"), ["FB0015 9:15 a document's path has an even number of segments, this one has 1"]),
    (
      steps("{query: \"posts where a = 1\"}"),
      ["FB0013 9:32 expected an operator, found `=`"]
    ),
    (steps("{query: \"posts where a == {sen}\"}"), ["FB0017 9:36 there is no variable `sen`"]),
    (steps("{query: \"posts where a == {seen +}\"}"), ["FB0013 9:42 expected a value, found the end"]),
    (steps("{query: \"posts limit $page\"}"), ["FB0017 9:30 there is no parameter `page`"]),
    (steps("{query: \"posts where a == $user\"}"), ["FB0017 9:35 there is no parameter `user`"]),
    (
      steps("{query: \"posts where a == ?\"}"),
      ["FB0015 9:17 a query of a workload is executed, so `?` cannot stand for a value"]
    ),
    (steps("{query: {from: posts, where: [[a, \"=\", 1]]}}"), ["FB0015 9:43 expected an operator, found `=`"]),
    (steps("{query: {from: posts, order: [a]}}"), ["FB0014 9:31 unknown key `order`"]),
    (steps("{query: {from: a/b}}"), ["FB0015 9:24 a collection's path has an odd number of segments, this one has 2"]),
    (steps("{page: {query: posts}}"), ["FB0015 9:16 the key `size` is missing"]),
    (
      steps("{page: {query: posts, size: 5, cursor: snap}}"),
      ["FB0015 9:48 expected `snapshot`, `refetch`, `value`, found the text `snap`"]
    ),
    (steps("{rtdb: {path: a}}"), ["FB0015 9:16 the key `op` is missing"]),
    (steps("{rtdb: {op: listen}}"), ["FB0015 9:16 the key `path` is missing"]),
    (steps("{rtdb: {op: remove, path: a}}"), ["FB0015 9:21 expected an operation, found the text `remove`"]),
    (steps("{rtdb: {op: listen, path: a, limitTolast: 5}}"), ["FB0014 9:38 unknown key `limitTolast`"]),
    (
      steps("{rtdb: {op: listen, path: a, limitToLast: 0}}"),
      ["FB0015 9:51 expected a whole number from 1, found the number `0`"]
    ),
    (
      steps("{rtdb: {op: listen, path: a, event: moved}}"),
      [
        "FB0015 9:45 expected `value`, `childAdded`, `childChanged`, `childMoved`, `childRemoved`, found the text `moved`"
      ]
    ),
    (steps("{rtdb: {op: set, path: a}}"), ["FB0015 9:16 the key `value` is missing"]),
    (steps("{rtdb: {op: delete, path: a, value: 1}}"), ["FB0014 9:38 `value` does not belong to `delete`"]),
    (
      steps("{rtdb: {op: get, path: a, orderByChild: x, orderByKey: true}}"),
      [
        "FB0015 9:52 orderByKey: You can't combine multiple orderBy calls."
      ]
    ),
    (steps("{rtdb: {op: get, path: a, orderByChild: $key}}"), ["FB0017 9:49 there is no parameter `key`"]),
    (
      steps("{rtdb: {op: listen, path: a, startAt: 1, equalTo: 2}}"),
      ["FB0015 9:59 the start of the query is given twice"]
    ),
    (
      steps("{rtdb: {op: listen, path: a}, source: cache}"),
      ["FB8001 9:39 `source` of a Realtime Database step is not simulated"]
    ),
    (
      steps("{get: a/b, expect: DENIED}"),
      ["FB0015 9:28 expected a status such as `PERMISSION_DENIED`, found the text `DENIED`"]
    ),
    (
      steps("{get: a/b, retry: {attempts: 0}}"),
      ["FB0015 9:38 expected a whole number from 1 to 1000, found the number `0`"]
    ),
    (steps("{forEach: new ids, get: \"a/{id}\"}"), ["FB0017 9:19 there is no result `new ids`"]),
    (
      steps("{write: {path: a/b, spread: day}}"),
      ["FB0015 9:37 expected `gap`, `length` or a length of time, found the text `day`"]
    ),
    // Scripts, budgets, assertions.
    (file("timeline: [{at: noon, write: {path: a/b}}]"), ["FB0017 3:17 there is no variable `noon`"]),
    (
      file("timeline: [{at: day 0 10:00, write: {path: a/b}}]"),
      ["FB0015 3:17 expected a time, found the text `day 0 10:00`"]
    ),
    (file("timeline: [{at: day 1, actor: who, reinstall: 1}]"), ["FB0017 3:31 there is no actor `who`"]),
    (
      file("procedures: {a: [{do: b}], b: [{do: a}]}"),
      ["FB0013 3:37 the procedure `a` does itself without end"]
    ),
    (
      file("background: [{every: 0s, write: {path: a/b}}]"),
      ["FB0015 3:22 expected a length of time above 0, found the text `0s`"]
    ),
    (file("budget: [{step: x, reads: 5}]"), ["FB7005 3:17 there is no step `x`"]),
    (
      file("budget: [{total: reeds, max: 5}]"),
      ["FB0015 3:18 expected `reads`, `writes`, `deletes`, `bytes`, `listeners`, found the text `reeds`"]
    ),
    (file("assert: [{expect: \"reads(b) == 1\"}]"), ["FB0017 3:26 there is no variant `b`"]),
    (file("assert: [\"reads(baseline) 1\"]"), ["FB0013 3:27 expected an operator or the end, found `1`"]),
    // Several at once, in the order of the file's parts.
    (
      file("seed: x\ndata: [{path: a}, {path: a/b, cuont: 1}]"),
      [
        "FB0015 3:7 expected a whole number, not negative, found the text `x`",
        "FB0015 4:15 a document's path has an even number of segments, this one has 1",
        "FB0014 4:31 unknown key `cuont`",
      ]
    ),
  ])
  func located(_ text: String, _ expected: [String]) { #expect(findings(read(text)) == expected) }

  @Test func `the nearest name is offered`() {
    let reading = read(steps("{do: refesh}"))
    #expect(reading.suite == nil)
    #expect(reading.diagnostics.map(\.help) == ["did you mean `refresh`?"])
  }

  @Test func `findings about what is asked for leave the suite readable`() {
    #expect(read(file("budget: [{step: x, reads: 5}]")).suite != nil)
    #expect(read(file("database: {edition: enterprise}")).suite != nil)
    #expect(read(steps("{query: 'posts where a == ref\"b\"'}")).suite == nil)
  }

  @Test func `overrides replace parameters before variants do`() throws {
    let text = file(
      "data: [{path: \"a/{auto}\", count: $users}]\nvariants: {small: {}, large: {set: {params.users: 99}}}")
    let reading = read(text, overrides: [try #require(ParameterOverride(parsing: "users=5"))])
    #expect(findings(reading) == [])
    #expect(reading.suite?.variants.map { $0.workload.data[0].count } == [.constant(5), .constant(99)])
    let wrong = read(text, overrides: [ParameterOverride(name: "user", value: .integer(1))])
    #expect(findings(wrong) == ["FB0017 1:1 there is no parameter `user`"])
  }
}
