import Diagnostics
package import FirestoreModel
package import FirestoreRulesEvaluator
import FirestoreRulesLanguage
package import QueryModel

/// Decides list queries as production does: not by filtering what is found, but by proof.
///
/// A query is allowed only if the rules allow every document that it could return, whatever the database holds. Each
/// branch of the query becomes one abstract document, over which the ordinary evaluator runs; documents that a branch
/// names are loaded and decided as they are. INVARIANT: what is allowed here, the concrete evaluation allows for every
/// matching document.
package struct ListProver: Sendable {
  package enum Mode: Hashable, Sendable {
    /// Fields that a query does not constrain may be missing or hold anything.
    case production
    /// As the official emulator: fields that a query does not constrain are missing. Unsound, and what tests written
    /// for it expect.
    case emulator
  }

  /// What to make of a branch whose filters contradict each other, so that it returns nothing.
  package enum VacuousBranches: Hashable, Sendable {
    /// Keep the first filter of each field, and evaluate. What production does is not known.
    case evaluate
    case allow
  }

  package struct Assumptions: Hashable, Sendable {
    package var vacuousBranches: VacuousBranches
    /// Without, `get` and `exists` may find anything: for checks that have no data.
    package var knowsDocuments: Bool
    /// Without, the ID token may hold further claims.
    package var knowsClaims: Bool
    /// Without, what is not proven to be allowed is unknown, at a fraction of the cost: for checks that ask nothing else.
    package var seeksCounterexamples = true
    /// Operands that stand for `request.auth.uid`, for queries that an application makes for its own user.
    package var uidOperands: Set<Operand>

    package init(
      vacuousBranches: VacuousBranches = .evaluate, knowsDocuments: Bool = true, knowsClaims: Bool = true,
      uidOperands: Set<Operand> = []
    ) {
      self.vacuousBranches = vacuousBranches
      self.knowsDocuments = knowsDocuments
      self.knowsClaims = knowsClaims
      self.uidOperands = uidOperands
    }
  }

  let rules: CompiledRules
  let mode: Mode
  package var assumptions: Assumptions
  private let expressions: ExpressionTable

  package init(_ rules: CompiledRules, mode: Mode = .production, assumptions: Assumptions = Assumptions()) {
    self.rules = rules
    self.mode = mode
    self.assumptions = assumptions
    expressions = ExpressionTable(rules.ruleset)
  }

  /// - Parameter reader: the documents that rules read, and those that the query names.
  package func prove<Reader: DocumentReader>(
    _ query: ListQuery, auth: AuthContext?, time: RuleTimestamp, database: Text = "(default)", reader: Reader
  ) -> ListVerdict {
    var query = query
    if let uid = auth?.uid {
      let bindings = assumptions.uidOperands.map { ($0, Value.string(uid)) }
      query = query.substituting(Dictionary(bindings, uniquingKeysWith: { first, _ in first }))
    }
    let path = RequestPath(query.source)
    let request = RulesRequest(
      method: .list, database: database, path: path, auth: auth, time: time, query: query.facts)
    var domain = AbstractDomain()
    domain.looksUpDocuments = assumptions.knowsDocuments
    let context = ProofContext(
      rules: rules, query: query, request: request,
      applicable: rules.statements(for: path, method: .list, database: database), domain: domain, reader: reader,
      hasUnknownQueryKeys: mode == .production, hasUnknownClaims: !assumptions.knowsClaims)
    return verdict(context)
  }

  private func verdict<Reader: DocumentReader>(_ context: ProofContext<Reader>) -> ListVerdict {
    var summary = ProofSummary()
    summary.applicable = context.applicable.compactMap { applicable in
      rules.statements.indices.contains(applicable.statement) ? rules.statements[applicable.statement] : nil
    }
    var seen: Set<Conjunction> = []
    for (index, branch) in context.query.branches.enumerated() where seen.insert(branch).inserted {
      let prover = BranchProver(
        context: context, engine: RulesEngine(rules), expressions: expressions, index: index, branch: branch,
        isOpen: mode == .production, assumptions: assumptions, effort: summary.unproven == nil ? .full : .reduced)
      summary.add(prover.prove())
      if summary.denial != nil { break }
    }
    return summary.verdict
  }
}

extension ListProver {
  /// A user whom neither the rules nor the queries name: what is proven for them holds for every user that is not named
  /// either. The uid is an ordinary string, the same on both sides of a comparison.
  package static func arbitraryUser(avoiding rules: CompiledRules) -> AuthContext {
    let source = String(decoding: rules.ruleset.source.bytes, as: UTF8.self)
    let names = ["someUser"] + (1...1_000).map { "someUser\($0)" }
    let uid = Text(names.first { !source.contains($0) } ?? "someUser")
    return AuthContext(
      uid: uid, token: ["sub": .string(uid), "user_id": .string(uid)])
  }
}

/// What the branches have given so far.
private struct ProofSummary {
  var applicable: [CompiledStatement] = []
  var steps: [ProofStep] = []
  var statements: Set<Int> = []
  var doubts: [String] = []
  var denial: ListDenial?
  var unproven: UnprovenList?
  var documentsRead: [DocumentPath] = []
  var readSites: [Int] = []
  var cachedAccesses = 0
  var expressionCount = 0

  mutating func add(_ result: BranchResult) {
    switch result.answer {
    case .proven(let found): steps += found
    case .denied(let found): denial = denial ?? found
    case .unknown(let found): unproven = unproven ?? found
    }
    statements.formUnion(result.statements)
    for doubt in result.doubts where !doubts.contains(doubt) { doubts.append(doubt) }
    cachedAccesses += result.cachedAccesses
    for (document, site) in zip(result.documentsRead, result.readSites) {
      if documentsRead.contains(document) {
        cachedAccesses += 1
      } else {
        documentsRead.append(document)
        readSites.append(site)
      }
    }
    expressionCount = max(expressionCount, result.expressionCount)
  }

  var verdict: ListVerdict {
    var answer = ListVerdict.Answer.allowed(steps)
    if let denial {
      answer = .denied(denial)
    } else if let unproven {
      answer = .unknown(unproven)
    } else if documentsRead.count > EvaluationLimits.requestAccesses {
      // One query is one request: its branches share the limit.
      answer = .unknown(
        UnprovenList(
          branch: 0, condition: nil, missingFilter: nil,
          explanation: "the branches of the query need \(documentsRead.count) documents, "
            + "rules may read \(EvaluationLimits.requestAccesses) for one request"))
    }
    let doubts = statements.count > 1 ? doubts + [ProductionDoubt.severalStatements.text] : doubts
    return ListVerdict(
      answer: answer, applicable: applicable, doubts: doubts, documentsRead: documentsRead, readSites: readSites,
      cachedAccesses: cachedAccesses, expressionCount: expressionCount)
  }
}

extension RequestPath {
  /// What is known of the paths of the documents that a query could return.
  package init(_ source: QuerySource) {
    let parent = source.parent.segments.map(\.literal)
    let head = Array(parent.prefix { $0 != nil }.compactMap(\.self))
    let rest = Array(parent.dropFirst(head.count))
    let collection = source.collectionID.flatMap(\.literal)
    if source.allDescendants {
      // Below a parent that is not fully known, the middle takes its unknown part, too.
      self.init(head: head, hasUnknownMiddle: true, tail: [collection, nil])
    } else if rest.isEmpty, let collection {
      self.init(head: head + [collection], tail: [nil])
    } else {
      self.init(head: head, tail: rest + [collection, nil])
    }
  }
}
