import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// The conditions of a list request, evaluated over the candidate document of one branch, or of one case of it.
struct BranchEvaluation: Sendable {
  /// One applicable statement that was tried.
  struct Tried: Sendable {
    var statement: CompiledStatement
    var isCertain: Bool
    var truths: Truths
    var log: EvaluationLog
  }

  /// In order; when the branch is proven, the last one proves it.
  var tried: [Tried] = []
  var isProven = false
  /// The budget of expressions did not suffice.
  var isExhausted = false
  var expressionCount = 0
  var documentsRead: [DocumentPath] = []
  /// The expression that asked for each of them first.
  var readSites: [Int] = []
  var cachedAccesses = 0

  /// Whether no document of the case can pass: every statement is false or an error for all of them.
  var isRefuted: Bool { !isExhausted && tried.allSatisfy { !$0.truths.contains(.isTrue) } }

  var idUses: Int { tried.reduce(0) { $0 + $1.log.idUses } }

  var fieldUses: [FieldPath: Int] {
    tried.reduce(into: [:]) { uses, statement in uses.merge(statement.log.fieldUses, uniquingKeysWith: +) }
  }
}

/// What all evaluations of one proof share.
struct ProofContext<Reader: DocumentReader> {
  var rules: CompiledRules
  var query: ListQuery
  var request: RulesRequest
  var applicable: [ApplicableStatement]
  var domain: AbstractDomain
  var reader: Reader
  /// Production shows further keys in `request.query`, which nobody has named: nothing that depends on their absence is
  /// proven.
  var hasUnknownQueryKeys: Bool
  /// The token may hold claims that nobody has named.
  var hasUnknownClaims = false

  func evaluate(_ candidate: CandidateDocument) -> BranchEvaluation {
    var session = RequestSession(reader, extent: .list)
    var result = BranchEvaluation()
    for applicable in applicable {
      guard rules.statements.indices.contains(applicable.statement) else { continue }
      let statement = rules.statements[applicable.statement]
      var evaluator = Evaluator<AbstractDomain, EvaluationLog, Reader>(
        rules, domain: domain, bindings: bindings(candidate), observer: EvaluationLog())
      let captures = applicable.captures.enumerated().map { place, capture in
        self.outcome(of: capture, isID: place == idCapture(of: statement, applicable.captures), candidate)
      }
      do throws(BudgetExceeded) {
        let outcome = try evaluator.evaluate(statement, captures: captures, in: &session)
        let truths = domain.truths(of: outcome)
        result.tried.append(
          BranchEvaluation.Tried(
            statement: statement, isCertain: applicable.isCertain, truths: truths, log: evaluator.observer))
        if truths == .isTrue, applicable.isCertain {
          result.isProven = true
          break
        }
      } catch {
        result.tried.append(
          BranchEvaluation.Tried(
            statement: statement, isCertain: applicable.isCertain, truths: .isError, log: evaluator.observer))
        result.isExhausted = true
        break
      }
    }
    result.expressionCount = session.expressionCount
    result.documentsRead = session.documentsRead
    result.readSites = session.readSites
    result.cachedAccesses = session.cachedAccesses
    // Where the path is not known nothing is counted; if those accesses and the counted ones could exceed the limit
    // for some document, nothing is proven.
    let unknown = result.tried.reduce(0) { $0 + $1.log.unknownAccessCount }
    if unknown > 0, unknown + result.documentsRead.count > EvaluationLimits.requestAccesses { result.isProven = false }
    return result
  }

  private func bindings(_ candidate: CandidateDocument) -> RequestBindings<AbstractDomain> {
    var bindings = RequestBindings(request, domain: domain)
    var members = MapMembers(known: [:], isOpen: false)
    members.known = [
      "data": candidate.data, "id": candidate.id,
      "__name__": AbstractOutcome(.path(startingWith: documentsRoot + request.path.leadingSegments)),
    ]
    var resource = ValueDescription(.map)
    resource.members = members
    resource.minimumCount = 3
    bindings.setResource(AbstractOutcome(.described(resource)))
    // What `request.path` is on list has not been recorded: a path that begins as the collection's does.
    bindings.setMember(
      .path, AbstractOutcome(.path(startingWith: documentsRoot + request.path.leadingSegments)))
    if hasUnknownQueryKeys, let query = request.query {
      bindings.setMember(.query, AbstractOutcome(query.ruleValue.openMap))
    }
    if hasUnknownClaims, let auth = request.auth {
      let token = AbstractOutcome(RuleValue.map(.stored(auth.token)).openMap)
      let user = MapMembers(known: ["uid": AbstractOutcome(.string(auth.uid)), "token": token], isOpen: false)
      bindings.setMember(.auth, AbstractOutcome(.map(user)))
    }
    return bindings
  }

  private var documentsRoot: [Text] { ["databases", request.database, "documents"] }

  /// Which capture is the document's id, the last segment of the path: nothing but wildcards without segments follows.
  private func idCapture(of statement: CompiledStatement, _ captures: [Capture]) -> Int? {
    var place = captures.count - 1
    for segment in statement.path.reversed() {
      guard captures.indices.contains(place) else { return nil }
      switch segment.kind {
      case .literal: return nil
      case .capture: return place
      case .recursive:
        guard case .path(let path) = captures[place], path.segments?.isEmpty == true else { return nil }
        place -= 1
      }
    }
    return nil
  }

  private func outcome(of capture: Capture, isID: Bool, _ candidate: CandidateDocument) -> AbstractOutcome {
    if let value = capture.value { return AbstractOutcome(value) }
    switch capture {
    case .segment: return isID ? candidate.id : .anything(of: .string)
    case .path(let path): return AbstractOutcome(.path(startingWith: path.leadingSegments))
    }
  }
}

extension RuleValue {
  /// The known keys of a map, and perhaps others.
  fileprivate var openMap: AbstractValue {
    guard case .map(let map) = self else { return .oneOf([self]) }
    var members = MapMembers(known: [:], isOpen: true)
    for key in map.keys { members.known[key] = map[key].map { AbstractOutcome($0) } }
    return .map(members)
  }
}

extension RequestPath {
  /// The segments before the first that is not known.
  fileprivate var leadingSegments: [Text] {
    hasUnknownMiddle ? head : head + tail.prefix { $0 != nil }.compactMap(\.self)
  }
}

extension AbstractValue {
  static func map(_ members: MapMembers) -> AbstractValue {
    var description = ValueDescription(.map)
    description.minimumCount = members.known.count
    description.members = members
    return .described(description)
  }

  fileprivate static func path(startingWith segments: [Text]) -> AbstractValue {
    var description = ValueDescription(.path)
    description.leadingSegments = segments
    return .described(description)
  }
}
