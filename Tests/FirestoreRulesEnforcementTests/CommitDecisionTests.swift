import Diagnostics
import DocumentStore
import FirestoreModel
import FirestoreRulesEvaluator
import Testing

@testable import FirestoreRulesEnforcement

@Suite("Access: writes and commits")
struct CommitDecisionTests {
  @Test(arguments: [
    ("set of a missing document", Write.set("c/new", [:]), "create"),
    ("set of a stored document", Write.set("c/old", [:]), "update"),
    ("merge into a missing document", Write.merge("c/new", ["n": .integer(1)]), "create"),
    ("creation where the document exists", Write.set("c/old", [:], if: .exists(false)), "create"),
    ("update of a missing document", Write.merge("c/new", ["n": .integer(1)], if: .exists(true)), "update"),
    ("delete", Write.delete("c/old"), "delete"),
    ("delete of a missing document", Write.delete("c/new"), "delete"),
    ("verify", Write(AccessFixture.path("c/old"), .verify), "get"),
  ])
  func `the method of a write`(_ name: String, _ write: Write, _ method: String) throws {
    for word in ["create", "update", "delete", "get"] {
      let fixture = try AccessFixture("match /c/{d} { allow \(word): if true; }", documents: ["c/old": [:]])
      let decision = try fixture.decide(write)
      #expect(decision.isAllowed == (word == method), "\(name): allow \(word)")
      #expect(decision.operations.map(\.method.rawValue) == [method])
    }
  }

  @Test func `rules come before preconditions`() throws {
    let open = try AccessFixture("match /c/{d} { allow create: if true; }", documents: ["c/old": [:]])
    let write = Write.set("c/old", [:], if: .exists(false))
    #expect(try open.decide(write).isAllowed)
    #expect(throws: FirestoreError.self) { try open.store.commit([write], at: AccessFixture.now) }
    let closed = try AccessFixture("match /c/{d} { allow create: if false; }", documents: ["c/old": [:]])
    #expect(try closed.decide(write).error == .missingPermissions)
  }

  @Test func `rules see what masks and transforms make of a document`() throws {
    let rules = """
      match /c/{d} {
        allow update: if request.resource.data.n == resource.data.n + 1 && request.resource.data.at == request.time
          && request.resource.data.keep == 7 && !('gone' in request.resource.data);
      }
      """
    let fixture = try AccessFixture(
      rules, documents: ["c/a": ["n": .integer(1), "keep": .integer(7), "gone": .boolean(true)]])
    let transforms = [
      FieldTransform(FieldPath(segments: ["n"]), .increment(.integer(1))),
      FieldTransform(FieldPath(segments: ["at"]), .requestTime),
    ]
    let write = Write(
      AccessFixture.path("c/a"), .merge([:], mask: [FieldPath(segments: ["gone"])]), transforms: transforms)
    let decision = try fixture.decide(write)
    #expect(decision.isAllowed, "\(decision.denial?.message ?? "")")
  }

  @Test(arguments: [(false, "123456"), (true, "123")])
  func `only a commit with transforms has a time of whole milliseconds`(_ isStamped: Bool, _ fraction: String) throws {
    let rules = """
      match /c/{d} {
        allow create: if request.time == timestamp.value(1767600000000) + duration.time(0, 0, 0, \(fraction)\(isStamped ? "000000" : "000"));
      }
      """
    var write = Write.set("c/new", [:])
    if isStamped { write.transforms = [FieldTransform(FieldPath(segments: ["at"]), .requestTime)] }
    let decision = try AccessFixture(rules).decide(write)
    #expect(decision.isAllowed, "\(decision.denial?.message ?? "")")
  }

  @Test func `evidence changes nothing of a decision`() throws {
    let rules = """
      match /c/{d} {
        allow create: if exists(/databases/$(database)/documents/users/$(request.auth.uid)) && request.resource.data.n > 1;
      }
      """
    let fixture = try AccessFixture(rules, documents: ["users/u1": [:]])
    let keeping = AccessControl(rules: try AccessFixture.compile(rules), evidence: .tracesAndCoverage)
    let writes = [3, 2, 1, 0].map { Write.set("c/\($0)", ["n": .integer($0)]) }
    let preview = try fixture.store.preview(writes, at: AccessFixture.now)
    let plain = fixture.access.commit(preview, by: AccessFixture.user("u1"))
    let kept = keeping.commit(preview, by: AccessFixture.user("u1"))
    #expect(plain.evidence == nil)
    #expect(kept.evidence?.traces.map(\.decision.isAllowed) == [true, true, false])
    #expect(kept.evidence?.coverage.expressions.isEmpty == false)
    #expect(kept.denial == plain.denial)
    #expect(kept.budgets == plain.budgets)
    #expect(kept.ruleReads == plain.ruleReads)
  }

  @Test func `a set without mask has only the new fields`() throws {
    let rules = "match /c/{d} { allow update: if request.resource.data.keys().hasOnly(['b']); }"
    let fixture = try AccessFixture(rules, documents: ["c/a": ["a": .integer(1)]])
    #expect(try fixture.decide(.set("c/a", ["b": .integer(1)])).isAllowed)
    #expect(try !fixture.decide(.merge("c/a", ["b": .integer(1)])).isAllowed)
  }

  @Test func `one denied write denies the commit`() throws {
    let fixture = try AccessFixture("match /open/{d} { allow write: if true; }")
    #expect(try fixture.decide(.set("open/1", [:]), .set("open/2", [:])).isAllowed)
    let denied = try fixture.decide(.set("open/1", [:]), .set("closed/1", [:]), .set("open/2", [:]))
    #expect(denied.error == .missingPermissions)
    #expect(denied.operations.map(\.target) == ["open/1", "closed/1"])
    #expect(denied.denial?.kind == .rules(.noMatch))
  }

  @Test func `the second write of a document finds what the first has left`() throws {
    let rules =
      "match /c/{d} { allow create: if true; allow update: if resource.data.n == 1 && request.resource.data.n == 2; }"
    let fixture = try AccessFixture(rules)
    let decision = try fixture.decide(.set("c/a", ["n": .integer(1)]), .set("c/a", ["n": .integer(2)]))
    #expect(decision.operations.map(\.method) == [.create, .update])
    #expect(decision.isAllowed)
    #expect(try !fixture.decide(.set("c/a", ["n": .integer(2)]), .set("c/a", ["n": .integer(1)])).isAllowed)
  }

  /// The counter that is only allowed together with its post.
  @Test func `getAfter sees the state after all writes of the commit, get the state before`() throws {
    let rules = """
      match /posts/{p} {
        allow create: if getAfter(/databases/$(database)/documents/counters/posts).data.n
          == get(/databases/$(database)/documents/counters/posts).data.n + 1;
      }
      match /counters/{c} {
        allow update: if request.resource.data.n == resource.data.n + 1
          && existsAfter(/databases/$(database)/documents/posts/$(request.resource.data.last))
          && !exists(/databases/$(database)/documents/posts/$(request.resource.data.last));
      }
      """
    let fixture = try AccessFixture(rules, documents: ["counters/posts": ["n": .integer(4)]])
    let post = Write.set("posts/p5", ["text": .string("new")])
    let count = Write.merge("counters/posts", ["n": .integer(5), "last": .string("p5")])
    for writes in [(post, count), (count, post)] {
      let both = try fixture.decide(writes.0, writes.1)
      #expect(both.isAllowed, "\(both.denial?.message ?? "")")
      #expect(Set(both.ruleReads.map(\.description)) == ["counters/posts", "posts/p5"])
    }
    #expect(try !fixture.decide(post).isAllowed)
    #expect(try !fixture.decide(count).isAllowed)
    #expect(fixture.store.current.document(AccessFixture.path("posts/p5")) == nil)
  }

  @Test func `all writes of a commit share what they have read`() throws {
    let rules = "match /c/{d} { allow create: if exists(/databases/$(database)/documents/users/$(request.auth.uid)); }"
    let fixture = try AccessFixture(rules, documents: ["users/u1": [:]])
    let decision = try fixture.decide(.set("c/1", [:]), .set("c/2", [:]), .set("c/3", [:]))
    #expect(decision.isAllowed)
    #expect(decision.ruleReads == [AccessFixture.path("users/u1")])
    #expect(decision.budgets.accesses == 1)
    #expect(decision.budgets.cachedAccesses == 2)
    #expect(decision.budgets.accessLimit == 20)
  }

  /// 10 + 10 documents are allowed, 7 + 7 + 7 are not, nor 11 for one write; a single write has 10.
  @Test(arguments: [([10], true), ([11], false), ([10, 10], true), ([7, 7, 7], false), ([11, 1], false)])
  func `documents that rules may read`(_ counts: [Int], _ isAllowed: Bool) throws {
    let blocks = counts.enumerated().map { index, count in
      let calls = (0..<count).map { "exists(/databases/$(database)/documents/x/d\(index)_\($0))" }
      return "match /c\(index)/{d} { allow create: if \(calls.joined(separator: " && ")); }"
    }
    let stored = counts.enumerated().flatMap { index, count in
      (0..<count).map { Write.set("x/d\(index)_\($0)", [:]) }
    }
    let fixture = try AccessFixture(blocks.joined(separator: "\n"))
    _ = try fixture.store.commit(stored, at: AccessFixture.start)
    let writes = counts.indices.map { Write.set("c\($0)/1", [:]) }
    let decision = fixture.access.commit(
      try fixture.store.preview(writes, at: AccessFixture.now), by: AccessFixture.user("u1"))
    #expect(decision.isAllowed == isAllowed)
  }

  @Test func `a denied write has read what it has read`() throws {
    let rules = """
      match /c/{d} {
        allow create: if exists(/databases/$(database)/documents/users/a)
          || exists(/databases/$(database)/documents/users/b);
      }
      """
    let decision = try AccessFixture(rules).decide(.set("c/1", [:]))
    #expect(!decision.isAllowed)
    #expect(decision.ruleReads.map(\.description) == ["users/a", "users/b"])
  }
}
