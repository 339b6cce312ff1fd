package import Diagnostics
import FirestoreModel
import FirestoreRulesProver
import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
import Project
import QueryModel
import QueryPlanner
import QueryScanner
import QueryShapes

extension ProjectQueries {
  /// Which queries of the sources the rules of their database, or of the document that shows them, deny to those who send
  /// them. Reads of single documents depend on what the document holds and are not judged.
  var sourceAccessFindings: [QuestionedFinding] {
    let shown = ShownRules(sources).byDocument
    var judges: [String: SourceAccessJudge?] = [:]
    defer { access.keepOnly(judges.values.compactMap { $0?.known }) }
    var found: [QuestionedFinding] = []
    let below = Set(sources.requests.compactMap { PlacedCollection($0.request, isGroup: false) })
    for source in sources.requests {
      let path = source.request.location.source.path
      let document = shown.isEmpty || shown[path] == nil ? nil : path
      guard source.caller != .admin, !source.request.isFromCache, let key = SourceAccessKey(source),
        let id = source.request.database?.string, source.request.unresolved.allSatisfy({ !$0.kind.decidesIndexes })
      else { continue }
      let finding: Diagnostic?
      if document == nil, let database = scope.project.databases.first(where: { $0.id == id }),
        scope.project.deniesEverything(database)
      {
        finding = source.refusal(withoutRulesOf: database)
      } else {
        let place = document.map { "\(id)\n\($0)" } ?? id
        let judge =
          judges[place] ?? document.flatMap { shown[$0] }.map { self.judge(of: id, under: $0) } ?? judge(of: id)
        judges[place] = .some(judge)
        finding = judge?.finding(on: source, key)
      }
      guard var located = finding else { continue }
      located.location = source.request.location
      if located.severity > .info, PlacedCollection(source.request, isGroup: true).map(below.contains) ?? false {
        located.severity = .info
        located.notes.append("it is sent only where there is no parent: the same call asks the collection of one, too")
      }
      located = located.naming(source.request.builtAt)
      found.append(
        QuestionedFinding(finding: located, query: source.shortTitle, calledFrom: source.request.calledFrom))
    }
    return found
  }

  /// What rules say to a query of a source; nil where they are not asked, or cannot be.
  package func access(of source: SourceRequest) -> SourceAccessAnswer? {
    guard source.caller != .admin, !source.request.isFromCache, let id = source.request.database?.string,
      source.request.unresolved.allSatisfy({ !$0.kind.decidesIndexes })
    else { return nil }
    let shown = ShownRules(sources).byDocument[source.request.location.source.path]
    return (shown.map { judge(of: id, under: $0) } ?? judge(of: id))?.answer(on: source)
  }

  private func judge(of database: String) -> SourceAccessJudge? {
    rules.byDatabase[database]?.rules.map { judge(of: database, under: $0) }
  }

  private func judge(of database: String, under rules: CompiledRules) -> SourceAccessJudge {
    let name = DatabaseName(project: Text(scope.project.projectID), database: Text(database))
    return SourceAccessJudge(rules, in: name, at: now, known: access.judgements(of: rules, in: name, at: now))
  }
}

extension Project {
  /// Whether FB0004 says that the database denies whatever an app asks of it.
  fileprivate func deniesEverything(_ database: ProjectDatabase) -> Bool {
    database.rules == nil && database.mention != nil
      && findings.contains { $0.code == .databaseWithoutRules && $0.location == database.mention }
  }
}

extension SourceRequest {
  /// FB4101 for a query of a database that has no rules; FB4103 where a server may ask it.
  fileprivate func refusal(withoutRulesOf database: ProjectDatabase) -> Diagnostic? {
    guard case .query = request.target else { return nil }
    let related = database.mention.map { [RelatedLocation("the database names no rules", at: $0)] } ?? []
    let name = QuotedText.of(database.id)
    let help = "add `\"rules\"` to the entry of the database, and a file that allows the query"
    if caller == .signedIn, request.caller == .unstated {
      return Diagnostic(
        .proofUnknown,
        "\(name) has no rules and denies `\(shortTitle)` to \(caller.phrase), but nothing in the file says whether an app or a server asks",
        help: help, related: related)
    }
    return Diagnostic(
      .listNotProvable, "\(name) has no rules and denies `\(shortTitle)` to \(caller.phrase)",
      notes: ["production would answer PERMISSION_DENIED"], help: help, related: related)
  }
}

/// A collection that is asked at a place: below a parent, or as a group where there is none.
private struct PlacedCollection: Hashable {
  var place: SourceLocation
  var collection: Text

  init?(_ request: ScannedRequest, isGroup: Bool) {
    guard case .query(let query, _) = request.target, query.source.allDescendants == isGroup,
      isGroup || !query.source.parent.segments.isEmpty, let id = query.source.collectionID.flatMap(\.literal)
    else { return nil }
    (place, collection) = (request.location, id)
  }
}

/// Everything of a query that a judge says something of.
struct SourceAccessKey: Hashable, Sendable {
  var shape: SourceShape
  var caller: SourceCaller
  /// As the code says it.
  var stated: ScannedRequest.Caller

  init?(_ source: SourceRequest) {
    guard let shape = source.shape else { return nil }
    self.shape = shape
    caller = source.caller
    stated = source.request.caller
  }
}

/// What rules say to one query, for somebody who looks at it.
package struct SourceAccessAnswer: Hashable, Sendable {
  /// `a signed-in user`
  package var asker: String
  /// FB4101 or FB4103; nil: the query is allowed.
  package var finding: Diagnostic?
  /// The statement that decides, where one does.
  package var statement: SourceLocation?
}

/// Judges by one rules file what the callers of sources may ask. Nothing is known of the documents, and of a signed-in
/// user only that there is one: an answer holds for every uid, since the uid takes part as a symbol that nothing else
/// in the data is equal to.
struct SourceAccessJudge {
  private let rules: CompiledRules
  private let access: AccessControl
  /// For somebody of whose token nothing is known.
  private let accessOfAnyone: AccessControl
  private let database: DatabaseName
  let known: KnownJudgements
  private let now: Timestamp

  /// - Parameter known: what such a judge has said already.
  init(_ rules: CompiledRules, in database: DatabaseName, at now: Timestamp, known: KnownJudgements) {
    self.known = known
    self.now = now
    self.rules = rules
    access = AccessControl(rules: rules, evidence: .traces)
    accessOfAnyone = AccessControl(rules: rules, evidence: .traces, knowsClaims: false)
    self.database = database
  }

  /// The same as without the key, which is the query's.
  func finding(on source: SourceRequest, _ key: SourceAccessKey) -> Diagnostic? {
    known.finding(on: key) { finding(on: source) }
  }

  /// FB4101 for a query that is refused, FB4103 for one that may be; nil when it is allowed, or refused before rules
  /// are asked.
  func finding(on source: SourceRequest) -> Diagnostic? {
    guard case .query(let query, let aggregations) = source.request.target else { return nil }
    let auth = source.caller.auth
    let known = auth.map { query.replacing(.parameter(ScannedPath.userIDName), by: $0.uid) } ?? query
    guard var judgement = judge(known, aggregations, auth), judgement.verdict != .allowed else { return nil }
    let facts = ListQuery(known, aggregations, in: database).map(facts)
    let binding = auth.flatMap { provingBinding(of: known, aggregations, $0) }
    addDoubts(
      to: &judgement, of: known, facts, caller: source.caller, hasBinding: binding != nil,
      isUnstated: source.caller == .signedIn && source.request.caller == .unstated)
    if source.request.caller == .signedOut, source.caller == .anonymous {
      judgement.doubt("the code asks it only where nobody is signed in")
    }
    let question = AccessQuestion(
      query: source.shortTitle, actor: source.caller.name, askedBy: source.caller.phrase,
      caller: KnownCaller(auth), shape: known, aggregations: aggregations, location: source.request.location,
      expectedFindings: [], expectsRefusal: false)
    guard var finding = judgement.finding(on: question) else { return nil }
    // The symbol that stands for every uid is nobody's.
    if case .signedIn = source.caller {
      let symbol = "\"\(AuthContext.someUser.uid)\""
      finding.help = finding.help.map { $0.replacing(symbol, with: "uid") }
      finding.notes = finding.notes.map { $0.replacing(symbol, with: "uid") }
    }
    if let binding {
      finding.help =
        "it is allowed when \(binding) is the id of the signed-in user: take it from the SDK's current user, "
        + "or name who asks with `firebreak: as ACTOR`"
    }
    return finding
  }

  /// Nil for what is no query, and for one that is refused before rules are asked.
  func answer(on source: SourceRequest) -> SourceAccessAnswer? {
    guard case .query(let query, let aggregations) = source.request.target else { return nil }
    let auth = source.caller.auth
    let known = auth.map { query.replacing(.parameter(ScannedPath.userIDName), by: $0.uid) } ?? query
    guard let judgement = judge(known, aggregations, auth) else { return nil }
    let statement = judgement.denial?.location ?? judgement.decision.operations.last?.allowedBy
    return SourceAccessAnswer(asker: source.caller.phrase, finding: finding(on: source), statement: statement)
  }

  private func addDoubts(
    to judgement: inout AccessJudgement, of query: Query, _ facts: ListFacts?, caller: SourceCaller, hasBinding: Bool,
    isUnstated: Bool
  ) {
    if isUnstated, judgement.verdict == .denied {
      judgement.doubt("nothing in the file says whether an app or a server asks")
      return
    }
    if judgement.verdict == .denied, let key = query.unknownKeys.first,
      hasBinding || mayBeAllowed(query, caller.auth)
    {
      judgement.doubt("the key in `\(key.shownText)` is known only at run time")
      return
    }
    // What is refused is refused whatever else is not known.
    guard let facts, judgement.verdict == .unknown else { return }
    let open = query.openComparisons.filter { facts.mayRead(field: $0) }
    if hasBinding || !open.isEmpty {
      let what = open.first.map { "what `\($0.shownText)` is compared with" } ?? "an id in the path"
      judgement.doubt("\(what) is known only at run time")
    } else if facts.readsDocuments {
      judgement.doubt("what the documents hold that the rules read is not known")
    } else if case .signedIn = caller, facts.mayReadToken {
      judgement.doubt("the claims of the signed-in user are not known")
    }
  }

  /// Whether one of the names that rules speak of, in place of the names in fields that only the run knows, is not denied.
  private func mayBeAllowed(_ query: Query, _ auth: AuthContext?) -> Bool {
    guard let list = ListQuery(query, [], in: database) else { return false }
    return facts(list).words.sorted().prefix(64).contains { name in
      judge(query.withKeys(Text(name)), [], auth).map { $0.verdict != .denied } ?? false
    }
  }

  // MARK: - Asking

  private func judge(_ query: Query, _ aggregations: [Aggregation], _ auth: AuthContext?) -> AccessJudgement? {
    AccessJudgement.common(
      query.knownBounds.compactMap { judgeAnyUser($0, aggregations, auth) },
      orElse: "with another limit it is allowed")
  }

  /// Of a signed-in user nobody knows who it is: rules may know some by their ids.
  private func judgeAnyUser(
    _ query: Query, _ aggregations: [Aggregation], _ auth: AuthContext?
  ) -> AccessJudgement? {
    let isAnyone = auth == .someUser
    guard var judgement = judgeOnce(query, aggregations, auth, isAnyone: isAnyone) else { return nil }
    guard isAnyone, judgement.verdict == .denied, let list = ListQuery(query, aggregations, in: database)
    else { return judgement }
    let named = facts(list).texts.sorted().prefix(16)
    let known = named.first { name in
      judgeOnce(query, aggregations, AuthContext(signedIn: Text(name)), isAnyone: true)
        .map { $0.verdict != .denied } ?? false
    }
    if let known { judgement.doubt("it may be allowed to the user \(QuotedText.of(known, limit: 100))") }
    return judgement
  }

  private func facts(_ query: ListQuery) -> ListFacts {
    known.facts(of: query.source) { ListFacts(query, under: rules, in: database.database) }
  }

  /// - Parameters:
  ///   - isAnyone: nothing is known of the token.
  ///   - isProof: only whether it is allowed is asked.
  private func judgeOnce(
    _ query: Query, _ aggregations: [Aggregation], _ auth: AuthContext?, isAnyone: Bool, isProof: Bool = false
  ) -> AccessJudgement? {
    guard let list = ListQuery(query, aggregations, in: database) else { return nil }
    let facts = facts(list)
    let question = KnownJudgements.Question(
      query: list.visible(to: facts), auth: auth, isAnyone: isAnyone, isProof: isProof)
    var judgement = known.judgement(of: question) { judge(question, facts) }
    judgement?.completeCounterexample(for: list, at: now)
    return judgement
  }

  private func judge(_ question: KnownJudgements.Question, _ facts: ListFacts) -> AccessJudgement? {
    let (list, auth) = (question.query, question.auth)
    let known = question.isAnyone ? accessOfAnyone : access
    let access = question.isProof ? known.withoutCounterexamples : known
    var times: Set<Int64> = [now.microseconds]
    // What rules said before is over.
    for moment in facts.moments.map(\.microseconds).filter({ $0 >= now.microseconds }).prefix(8) {
      times.formUnion([max(now.microseconds, moment &- 1), moment, moment &+ 1])
    }
    let judgements = times.sorted().map { time in
      AccessJudgement(
        access.list(
          list, by: .user(auth), on: nil, database: database.database, at: Timestamp(microseconds: time)), to: auth)
    }
    var judgement = AccessJudgement.common(judgements, orElse: "at another time it is allowed")
    if facts.computesWithTime { judgement?.doubt("the conditions depend on `request.time`") }
    return judgement
  }

  /// What has to be the signed-in user's id for the query to be allowed; nil when nothing is.
  private func provingBinding(of query: Query, _ aggregations: [Aggregation], _ auth: AuthContext) -> String? {
    let places = Array(query.bindingPlaces.prefix(6))
    let alternatives = places.map { [$0] } + (places.count > 1 ? [places] : [])
    for chosen in alternatives {
      let bound = chosen.reduce(query) { $0.binding($1, to: auth.uid) }
      let isAllowed = bound.knownBounds.allSatisfy {
        judgeOnce($0, aggregations, auth, isAnyone: auth == .someUser, isProof: true)?.verdict == .allowed
      }
      guard isAllowed else { continue }
      return chosen.map(\.phrase).joined(separator: " and ")
    }
    return nil
  }
}

extension SourceCaller {
  fileprivate var auth: AuthContext? {
    switch self {
    case .admin, .anonymous: nil
    case .signedIn: .someUser
    case .named(let actor): actor.auth
    }
  }

  fileprivate var name: String {
    switch self {
    case .admin: "admin"
    case .anonymous: "anonymous"
    case .signedIn: "signed-in"
    case .named(let actor): actor.name
    }
  }

  fileprivate var phrase: String {
    switch self {
    case .admin: "an administrator"
    case .anonymous: "somebody who is not signed in"
    case .signedIn: "a signed-in user"
    case .named(let actor): "`\(actor.name)` (uid \(QuotedText.of(actor.auth.uid.string, limit: 100)))"
    }
  }
}

extension AuthContext {
  /// Somebody of whom nothing is known. No document names the uid unless the query says so.
  fileprivate static let someUser = AuthContext(signedIn: "the-signed-in-user")
}
