import FirebreakTestSupport
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEvaluator
import QueryModel
import Testing

/// What is allowed by proof is allowed by evaluation, for every document that the query returns.
@Suite("Proofs of list queries, at random")
struct ProvingPropertyTests {
  #if DEBUG
    static let rounds = 500
  #else
    static let rounds = 25_000
  #endif
  /// Documents tried for each rule and query that is allowed: four of them match, so that 25,000 rounds check more than
  /// 100,000 triples of rules, query and document.
  static let documents = 15

  /// The rounds are dealt to a few cases, so that they run side by side and a failing one is soon repeated.
  static let cases = 10

  @Test("allowed means allowed for every matching document", arguments: 0..<cases)
  func soundness(_ part: Int) throws {
    var random = RandomRules(generator: SeededGenerator(seed: UInt64(part) &* 7919 &+ 17))
    var tally = Tally()
    for _ in 0..<ProvingPropertyTests.rounds / ProvingPropertyTests.cases { try round(&random, &tally) }
    // Enough of each kind that neither side of the property is empty.
    #expect(tally.allowed * 5 >= tally.proofs, "\(tally)")
    #expect(tally.denied * 5 >= tally.proofs, "\(tally)")
    #expect(tally.unknown * 5 <= tally.proofs, "\(tally)")
    #expect(tally.matching >= 2 * tally.proofs, "\(tally)")
  }

  struct Tally {
    var proofs = 0
    var allowed = 0
    var denied = 0
    var unknown = 0
    /// Documents that an allowed query returns.
    var matching = 0
  }

  private static let known = ProvingDocuments(documents: [
    DocumentPath(collection: CollectionPath(parent: nil, id: "k"), id: "k1"): [
      "v": .integer(1), "t": .array([.string("u1"), .integer(1)]),
    ],
    DocumentPath(collection: CollectionPath(parent: nil, id: "k"), id: "u1"): ["v": .integer(1)],
    DocumentPath(collection: CollectionPath(parent: nil, id: "c"), id: "u1"): [
      "a": .string("u1"), "n": .integer(1), "t": .array([.string("u1")]), "s": .string("x"),
    ],
  ])

  private func round(_ random: inout RandomRules, _ tally: inout Tally) throws {
    let (query, normalized) = random.query()
    var hints: [String] = []
    for branch in normalized.disjuncts { for predicate in branch.predicates { hints += random.hints(for: predicate) } }
    var blocks = ""
    for _ in 0..<random.pick([1, 1, 1, 2]) {
      let condition = random.condition(hints, depth: random.pick([0, 1, 2, 3]))
      blocks += "match /{path=**}/c/{d} { allow list: if \(condition); }\n"
    }
    let rules = try ProvingFixture.rules(blocks, functions: RandomRules.functions)
    let auth = random.chance(85) ? ProvingFixture.user : nil
    let list = ListQuery(normalized)
    let verdict = ListProver(rules).prove(
      list, auth: auth, time: ProvingFixture.now, reader: ProvingPropertyTests.known)
    let round = Round(query: query, list: list, rules: rules, auth: auth, documents: ProvingPropertyTests.known)
    tally.proofs += 1
    let description = "\(blocks)\nfilter \(String(describing: query.filter))"
    switch verdict.answer {
    case .allowed:
      tally.allowed += 1
      for _ in 0..<ProvingPropertyTests.documents {
        let document = random.document(for: normalized)
        guard round.returns(document), round.exists(document) else { continue }
        tally.matching += 1
        // Where integers and doubles are taken for one number, the documents meant are those with integers.
        let isByValue = verdict.doubts.contains { $0.hasPrefix("a number is looked for among others") }
        let meant = isByValue ? RulesDocument(path: document.path, fields: document.fields.withIntegers) : document
        #expect(round.allows(meant), "\(description)\nrefuses \(meant)")
      }
    case .denied(let denial):
      tally.denied += 1
      guard let counterexample = denial.counterexample else { break }
      #expect(!round.allows(counterexample), "\(description)\nallows \(counterexample)")
      #expect(round.returns(counterexample), "\(description)\nnever returns \(counterexample)")
    case .unknown: tally.unknown += 1
    }
  }
}

extension MapValue {
  /// Whole doubles written as integers.
  fileprivate var withIntegers: MapValue {
    MapValue(fields.map { Field(name: $0.name, value: $0.value.withIntegers) })
  }
}

extension Value {
  fileprivate var withIntegers: Value {
    switch self {
    case .double(let number): Int64(exactly: number).map(Value.integer) ?? self
    case .array(let elements): .array(elements.map(\.withIntegers))
    case .map(let map): .map(map.withIntegers)
    default: self
    }
  }
}

/// One random combination, decided without the prover.
private struct Round {
  var query: Query
  var list: ListQuery
  var rules: CompiledRules
  var auth: AuthContext?
  var documents: ProvingDocuments

  func allows(_ document: RulesDocument) -> Bool {
    var session = RequestSession(documents, extent: .list)
    let request = RulesRequest(
      method: .list, path: RequestPath(document.path), auth: auth, time: ProvingFixture.now, resource: document,
      query: list.facts)
    return RulesEngine(rules).decide(request, in: &session).isAllowed
  }

  func returns(_ document: RulesDocument) -> Bool {
    var query = query
    query.limit = nil
    let stored = Document(
      path: document.path, fields: document.fields, createTime: Timestamp(microseconds: 0),
      updateTime: Timestamp(microseconds: 0))
    return !QueryOracle(documents: [stored], database: ProvingFixture.database).run(query).isEmpty
  }

  /// A query by name is decided for the document that is there.
  func exists(_ document: RulesDocument) -> Bool {
    let isNamed = list.branches.contains { branch in
      branch.predicates.contains { if case .equal = $0.test { $0.path.isDocumentName } else { false } }
    }
    return !isNamed || documents.document(at: document.path) == document
  }
}
