import FirebreakTestSupport
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Testing

@testable import FirestoreRulesChecker

@Suite("What rules allow: paths and conditions") struct AccessModelTests {
  // MARK: - Paths

  /// Whether a pattern matches a path, by trying every split.
  private func matches(_ pattern: ArraySlice<PathPattern.Segment>, _ path: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    switch first {
    case .many: return (0...path.count).contains { matches(pattern.dropFirst(), path.dropFirst($0)) }
    case .any: return !path.isEmpty && matches(pattern.dropFirst(), path.dropFirst())
    case .literal(let text): return path.first == text && matches(pattern.dropFirst(), path.dropFirst())
    }
  }

  private func randomPattern(_ random: inout SeededGenerator) -> PathPattern {
    PathPattern(
      (0..<Int.random(in: 0...4, using: &random)).map { _ in
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .many("m")
        case 1, 2: .any("x")
        default: .literal(Bool.random(using: &random) ? "a" : "b")
        }
      })
  }

  @Test("covering and overlapping patterns agree with the paths they match")
  func patterns() {
    // A third text stands for everything that no pattern names.
    var paths: [[String]] = [[]]
    for length in 1...5 {
      paths += paths.filter { $0.count == length - 1 }.flatMap { path in ["a", "b", "c"].map { path + [$0] } }
    }
    var random = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      let (left, right) = (randomPattern(&random), randomPattern(&random))
      let matched = paths.filter { matches(right.segments[...], $0[...]) }
      let both = matched.filter { matches(left.segments[...], $0[...]) }
      if left.covers(right) { #expect(both.count == matched.count, "\(left) \(right)") }
      // What a wildcard splits is not tried the other way round: `covers` may say no too often, with two wildcards.
      let wildcards = (left.segments + right.segments).count { if case .many = $0 { true } else { false } }
      if wildcards <= 1, both.count == matched.count { #expect(left.covers(right), "\(left) \(right)") }
      #expect(left.intersects(right) == !both.isEmpty || left.segments.count + right.segments.count > 5)
    }
  }

  @Test("an index finds what comparing with all patterns finds")
  func coverIndex() {
    var random = SeededGenerator(seed: 5)
    let patterns = (0..<60).map { _ in randomPattern(&random) }
    let index = CoverIndex(patterns)
    for pattern in patterns {
      #expect(index.covering(pattern) == patterns.indices.filter { patterns[$0].covers(pattern) })
    }
  }

  // MARK: - Conditions

  private enum Truth { case yes, no, error }

  /// A random condition over the fields a to d, and what it comes out as when these are given, by the table of `&&`,
  /// `||`, `!` and `?:` with errors.
  private func randomCondition(
    _ depth: Int, _ random: inout SeededGenerator
  ) -> (text: String, value: ([String: Truth]) -> Truth) {
    let kind = depth == 0 ? 0 : Int.random(in: 0..<6, using: &random)
    func part(_ random: inout SeededGenerator) -> (text: String, value: ([String: Truth]) -> Truth) {
      randomCondition(depth - 1, &random)
    }
    switch kind {
    case 1, 2:
      let (one, two) = (part(&random), part(&random))
      let deciding: Truth = kind == 1 ? .no : .yes
      return (
        "(\(one.text) \(kind == 1 ? "&&" : "||") \(two.text))",
        { given in
          let values = [one.value(given), two.value(given)]
          if values.contains(deciding) { return deciding }
          return values.contains(.error) ? .error : deciding == .no ? .yes : .no
        }
      )
    case 3:
      let one = part(&random)
      return ("!(\(one.text))", { given in Self.opposite(one.value(given)) })
    case 4:
      let (one, two, three) = (part(&random), part(&random), part(&random))
      return (
        "(\(one.text) ? \(two.text) : \(three.text))",
        { given in
          switch one.value(given) {
          case .yes: two.value(given)
          case .no: three.value(given)
          case .error: .error
          }
        }
      )
    case 5:
      let one = part(&random)
      return ("(\(one.text)) == true", { given in one.value(given) })
    default:
      let name = ["a", "b", "c", "d"][Int.random(in: 0..<4, using: &random)]
      return ("resource.data.\(name)", { given in given[name] ?? .error })
    }
  }

  private static func opposite(_ truth: Truth) -> Truth {
    switch truth {
    case .yes: .no
    case .no: .yes
    case .error: .error
    }
  }

  /// What a term of an alternative comes out as.
  private func value(_ term: Term, _ given: [String: Truth]) -> Truth {
    switch term.kind {
    case .not(let operand): return Self.opposite(value(operand, given))
    case .binary(.equal, let operand, _): return value(operand, given)
    case .binary(.notEqual, let operand, _): return Self.opposite(value(operand, given))
    case .logical(let op, let operands):
      let deciding: Truth = op == .and ? .no : .yes
      let values = operands.map { value($0, given) }
      if values.contains(deciding) { return deciding }
      return values.contains(.error) ? .error : Self.opposite(deciding)
    case .conditional(let condition, let first, let second):
      switch value(condition, given) {
      case .yes: return value(first, given)
      case .no: return value(second, given)
      case .error: return .error
      }
    default: return term.storedField.flatMap { given[$0.name] } ?? .error
    }
  }

  @Test("a condition is true exactly when all terms of one of its alternatives are")
  func alternatives() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let condition = randomCondition(3, &random)
      let subject = try #require(LintSubject(MarkedRules(condition: condition.text, allow: "get").parsed))
      let grant = try #require(subject.access.grants.first)
      for _ in 0..<20 {
        let given = Dictionary(
          uniqueKeysWithValues: ["a", "b", "c", "d"].map { name in
            (name, [Truth.yes, .no, .error][Int.random(in: 0..<3, using: &random)])
          })
        let allowed = grant.alternatives.contains { terms in terms.allSatisfy { value($0, given) == .yes } }
        #expect(allowed == (condition.value(given) == .yes), "\(condition.text) \(given)")
      }
    }
  }

  @Test("what a method says about a condition")
  func methods() throws {
    let cases: [(condition: String, allow: String, method: RulesMethod, alternatives: [[String]])] = [
      ("resource == null || resource.data.a == 1", "write", .create, [[]]),
      ("resource == null || resource.data.a == 1", "write", .update, [["resource.data.a == 1"]]),
      ("resource == null || resource.data.a == 1", "write", .delete, [["resource == null"], ["resource.data.a == 1"]]),
      ("request.resource.data.a == 1", "write", .delete, []),
      ("request.resource == null", "write", .delete, [[]]),
      ("request.resource != null", "write", .delete, []),
      ("request.method == 'create' ? resource == null : request.auth.uid == id", "write", .create, [[]]),
      ("request.method in ['update', 'delete'] && request.auth.uid == id", "write", .create, []),
      ("request.query.limit < 5 || request.resource.data.a", "read", .get, []),
      ("request.query.limit < 5 || request.resource.data.a", "read", .list, [["request.query.limit < 5"]]),
      (
        "!(request.auth == null || resource.data.a == 1)", "get", .get,
        [["request.auth != null", "resource.data.a != 1"]]
      ),
      ("request.auth != null && request.auth == null", "get", .get, []),
      ("'a' == 'a' && 1 != 2 && (true || get(/a/b).data.c)", "get", .get, [[], ["get(/a/b).data.c"]]),
    ]
    for row in cases {
      let subject = try #require(LintSubject(MarkedRules(condition: row.condition, allow: row.allow).parsed))
      let grant = try #require(subject.access.grants.first { $0.method == row.method })
      #expect(grant.alternatives.map { $0.map(\.text) } == row.alternatives, "\(row.condition) \(row.method)")
    }
  }

  @Test("functions see their own scope, and arguments and locals are put in")
  func inlining() throws {
    let rules = MarkedRules(
      documents: """
            function outer(x) { let y = x.data; let z = y['owner']; return z == request.auth.uid && level(2); }
            function level(n) { return request.auth.token.level > n; }
            match /a/{id} {
              function level(n) { return n == id; }
              allow get: if outer(resource);
              allow list: if level(3);
              allow create: if outer(1, 2) || missing();
            }
        """)
    let subject = try #require(LintSubject(rules.parsed))
    #expect(
      subject.access.grants.map { $0.condition?.text } == [
        "(resource.data.owner == request.auth.uid) && (request.auth.token.level > 2)", "3 == id", "… || missing()",
      ])
  }
}
