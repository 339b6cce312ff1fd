import Diagnostics
import FirestoreModel
import Project
import QueryModel
import QueryScanner
import QueryShapes
import RealtimeDatabase
import RealtimeRules
import RealtimeRulesChecker

extension ProjectQueries {
  /// What is to be said of requests to the Realtime Database.
  var realtimeFindings: [Diagnostic] {
    let requests = sources.requests.filter { if case .realtime = $0.request.target { true } else { false } }
    guard !requests.isEmpty else { return [] }
    let files = realtimeRules.readings.filter { $0.root != nil }
    var shown: [String: [RealtimeRulesReading]] = [:]
    for fragment in sources.fragments where fragment.kind == .realtimeRules {
      let reading = RealtimeRulesReading.fragment(fragment.text)
      if reading.root != nil { shown[fragment.source.path, default: []].append(reading) }
    }
    let reads = requests.compactMap { source -> ObservedRead? in
      guard case .realtime(let query) = source.request.target else { return nil }
      return ObservedRead(source.request, query)
    }
    let continued = Set(reads.filter(\.goesOn).map(\.location))
    var findings = AlikeFindings()
    for read in reads {
      let check = RealtimeCheck(
        request: read, rules: files + (shown[read.location.source.path] ?? []),
        goesOn: continued.contains(read.location))
      for finding in check.findings { findings.add(finding, of: check.shortTitle) }
    }
    return findings.findings + writeFindings(files, shown)
  }

  /// What is to be said of writes: of their values, and of what the rules that they reach deny whatever is written.
  private func writeFindings(
    _ files: [RealtimeRulesReading], _ shown: [String: [RealtimeRulesReading]]
  ) -> [Diagnostic] {
    let writes = observedWrites
    var findings = WrittenValueFindings.findings(of: writes)
    var groups: [String: [ObservedWrite]] = [:]
    for write in writes { groups[write.location.source.path, default: []].append(write) }
    // Those of documents that show rules meet these, all others the rules of the project.
    let ofProject = writes.filter { decisive(shown[$0.location.source.path] ?? []) == nil }
    if let rules = decisive(files) { findings += updateFindings(ofProject, rules) }
    for path in groups.keys.sorted() {
      if let rules = decisive(shown[path] ?? []) { findings += updateFindings(groups[path] ?? [], rules) }
    }
    return findings
  }

  func decisive(_ rules: [RealtimeRulesReading]) -> RealtimeRuleset? {
    rules.last { $0.decidesAccess && $0.ruleset != nil }?.ruleset
  }

  func updateFindings(_ writes: [ObservedWrite], _ rules: RealtimeRuleset) -> [Diagnostic] {
    let context = RealtimeCheckContext(assumptions: realtimeAssumptions, writes: writes)
    return WrittenUpdateFindings.findings(of: writes, on: RealtimeSubject(rules, context: context))
  }

  /// The writes of all sources to the Realtime Database.
  var observedWrites: [ObservedWrite] {
    sources.requests.compactMap { source in
      let request = source.request
      guard let shape = request.written, request.refusal == nil else { return nil }
      return ObservedWrite(
        shape, at: request.location, isByUser: request.caller == .client,
        isLocated: !request.unresolved.contains { [.collection, .variants, .calls].contains($0.kind) })
    }
  }
}

/// A read of the Realtime Database, as far as code or a workload says it.
struct ObservedRead {
  enum Kind { case get, listen, unsent }

  var kind: Kind
  var query: RealtimeQuery
  var location: SourceLocation
  /// Rules apply: an app sends it, not a server.
  var isByUser = true
  /// Where it reads is known, perhaps with unknown keys in it.
  var isLocated = true
  /// There may be constraints of which nothing is known.
  var mayHaveMore = false
  /// A listener that ends with its first value: it is answered as one.
  var isSingleListen = false
}

extension ObservedRead {
  /// Nil for a request that reads nothing.
  init?(_ request: ScannedRequest, _ query: RealtimeQuery) {
    switch request.kind {
    case .listen: kind = .listen
    case .unsent: kind = .unsent
    case .get, .aggregate: kind = .get
    case .write: return nil
    }
    self.query = query
    location = request.location
    isByUser = request.caller == .client
    isLocated = !request.unresolved.contains { $0.kind == .collection }
    mayHaveMore = request.unresolved.contains { $0.kind == .constraint }
    isSingleListen = kind == .get && request.location.namesSingleListen
  }
}

extension ObservedRead {
  /// Whether it goes on behind the child at its bound.
  fileprivate var goesOn: Bool { query.bounds.contains { [.startAfter, .endBefore].contains($0.kind) } }
}

extension SourceLocation {
  /// Calls of the app SDKs that listen for one value. The SDK of Python has none of them.
  private static let singleListens = ["addListenerForSingleValueEvent", "observeSingleEvent", "once"]

  fileprivate var namesSingleListen: Bool {
    let text = String(decoding: source.bytes[span.start..<min(span.end, source.bytes.count)], as: UTF8.self)
    return text.split { !$0.isLetter }.contains { Self.singleListens.contains(String($0)) }
  }
}

/// One read of the Realtime Database.
struct RealtimeCheck {
  let request: ObservedRead
  /// Of the project, and those that the same document shows.
  let rules: [RealtimeRulesReading]
  /// The same place also asks for what comes behind a bound: what includes its bound is the first page.
  var goesOn = false

  private var query: RealtimeQuery { request.query }

  var findings: [Diagnostic] {
    [illegalKey, unreachableList, missingIndex, unboundedListen, repeatedBoundary, deepListen].compactMap(\.self)
  }

  private var isLocated: Bool { request.isLocated }
  private var nodes: [RuleNode] { isLocated ? rules.compactMap { node(of: $0) } : [] }
  /// The rules of the location; what only the run knows is a variable.
  private func node(of rules: RealtimeRulesReading) -> RuleNode? {
    rules.root?.node(at: query.location.segments.map { $0.literal.map { RealtimeKey($0.string) } })
  }

  private var title: String { QuotedText.of("\(query)", limit: 200) }
  /// The same without its quotes.
  fileprivate var shortTitle: String { String(title.dropFirst().dropLast()) }
  private var isListener: Bool { request.kind == .listen || query.event != nil }

  /// FB6035: the SDKs throw.
  private var illegalKey: Diagnostic? {
    WrittenValueFindings.illegalKey(in: query.location.writtenKeys, at: request.location)
  }

  /// FB6015: a read is decided where it reads and above; what is granted below does not filter it.
  private var unreachableList: Diagnostic? {
    // What the client itself provides needs no rules.
    guard isLocated, request.isByUser, query.location.segments.first?.literal != ".info",
      let root = rules.last(where: { $0.decidesAccess })?.root
    else { return nil }
    var node = root
    var isDecided = node.canBeRead
    var isWritten = true
    for segment in query.location.segments {
      // A key that only the run knows may be one that the rules name.
      if segment.literal == nil, node.named.contains(where: { $0.everyNode.contains(where: \.canBeRead) }) {
        return nil
      }
      guard let child = node.child(segment.literal.map { RealtimeKey($0.string) }) else {
        isWritten = false
        break
      }
      node = child
      isDecided = isDecided || node.canBeRead
    }
    guard !isDecided else { return nil }
    guard isWritten, node.everyNode.dropFirst().contains(where: \.canBeRead) else {
      guard request.kind != .unsent else { return nil }
      return Diagnostic(
        .unreachableList, "\(title) is denied: no rule grants a read there or above", at: request.location,
        severity: .error,
        notes: ["the rules for it end at `\(node.patternText)`"],
        help: "grant the read to those who may, as in `\".read\": \"auth != null && …\"`, or remove the request")
    }
    return Diagnostic(
      .unreachableList,
      "\(title) is denied: no rule grants the read of `\(node.patternText)`, only that of its children",
      at: request.location, notes: ["rules are not filters: what is granted further down does not count for a list"],
      help: "keep a list of ids that its reader may read, and read each child by its id")
  }

  /// FB6004: a listener is sent the whole list, anything else is refused.
  private var missingIndex: Diagnostic? {
    guard isLocated, let child = indexedChild else { return nil }
    // A listener that only orders is sent as one without a query.
    if isListener, query.bounds.isEmpty, query.limit == nil { return nil }
    let declaring = rules.filter { rules in
      node(of: rules)?.indexes.contains { Text("\($0.target)") == Text(child) } ?? false
    }
    if !declaring.isEmpty { return drift(of: child, declaring) }
    let place = query.location.segments.map { $0.literal?.string ?? "$id" }.joined(separator: "/")
    let file = rules.first.map { QuotedText.of($0.source.path, limit: 200) } ?? "no rules file that is known"
    let isFiltered = isListener || request.isSingleListen
    let isRefused = !isFiltered && request.kind != .unsent && !rules.isEmpty
    return Diagnostic(
      .missingIndexOn,
      "\(title) needs an index on `\(child)` that \(rules.isEmpty ? file + " declares" : file + " does not declare")",
      at: request.location, severity: isRefused ? .error : rules.isEmpty ? .info : .warning,
      notes: [
        isFiltered
          ? "the whole location is sent, and the app filters it" : "production refuses the request: index not defined"
      ], help: "add `\".indexOn\": [\"\(child)\"]` at `/\(place)`")
  }

  /// FB6024: a deploy replaces the whole rules, and with them every index that stands somewhere else.
  private func drift(of child: String, _ declaring: [RealtimeRulesReading]) -> Diagnostic? {
    guard !declaring.contains(where: \.decidesAccess), rules.contains(where: \.decidesAccess) else { return nil }
    return Diagnostic(
      .indexDrift, "the index on `\(child)` that \(title) needs is declared apart from the rules",
      at: request.location, notes: ["deploying the rules without it removes it"],
      help: "add the `.indexOn` to the rules themselves")
  }

  /// Keys and priorities are always indexed.
  private var indexedChild: String? {
    switch query.ordering {
    case nil, .key, .priority: return nil
    case .value: return ".value"
    case .child(let path):
      let names = path.segments.compactMap { $0.literal?.string }
      return names.count == path.segments.count && !names.isEmpty ? names.joined(separator: "/") : nil
    }
  }

  /// FB6027: a list grows with its history.
  private var unboundedListen: Diagnostic? {
    guard request.kind == .listen, query.limit == nil, isList, !request.mayHaveMore
    else { return nil }
    let kinds = Set(query.bounds.map(\.kind))
    if kinds.contains(.equalTo) { return nil }
    let isLower = !kinds.isDisjoint(with: [.startAt, .startAfter])
    let isUpper = !kinds.isDisjoint(with: [.endAt, .endBefore])
    if isLower, isUpper { return nil }
    return Diagnostic(
      .unboundedListen, "the listener \(title) has no limit: it downloads a list that grows",
      at: request.location, severity: isHistory ? nil : .info,
      notes: isLower ? ["a lower bound alone does not keep it from growing"] : [],
      help: "add `limitToLast`")
  }

  /// A list of messages and the like grows as long as the app is used, and so does one of the whole app, in the order of
  /// time or of which a client waits for every new child, unless its name says that there are few. Others of one room may
  /// be short and stay so, and so may those of one user. What is said of new children is not said again of those that go.
  private var isHistory: Bool {
    if let event = query.event, event != .value, event != .childAdded { return false }
    if query.location.segments.contains(where: \.isParameter) { return false }
    let names = query.location.segments.map { $0.literal?.string }
    let name = (names.last { $0 != nil } ?? nil) ?? ""
    if ListGrowth.isHistory(name) { return true }
    if ListGrowth.isSettled(name) { return false }
    if query.event == .childAdded || !names.contains(nil) { return true }
    guard case .child(let path) = query.ordering, let order = path.segments.last?.literal else { return false }
    return ListGrowth.isHistory(name, orderedBy: FieldPath(name: order))
  }

  /// A list has children of the same kind: what waits for children or orders them says so, and so do the rules.
  private var isList: Bool {
    if let event = query.event, event != .value { return true }
    return query.ordering != nil || !query.bounds.isEmpty || nodes.contains { !$0.variable.isEmpty }
  }

  /// FB6034: bounds include the child that they name.
  private var repeatedBoundary: Diagnostic? {
    guard !goesOn, query.bounds.count == 1, let bound = query.bounds.first, !bound.hasKey, bound.value.isComputed,
      query.ordering != nil
    else { return nil }
    let other: String
    switch (bound.kind, query.limit) {
    case (.endAt, .last): other = "endBefore"
    case (.startAt, .first): other = "startAfter"
    default: return nil
    }
    return Diagnostic(
      .pageRepeatsBoundary, "each page of \(title) starts with the last child of the page before",
      at: request.location, notes: ["`\(bound.kind.rawValue)` includes the child at the bound"],
      help: "use `\(other)`, with the key of the last child where values may be equal")
  }

  /// FB6036: what is listened to holds a list beside or below what is shown.
  private var deepListen: Diagnostic? {
    guard request.kind == .listen, query.limit == nil else { return nil }
    let isDeep = nodes.contains { node in
      if let child = node.variable.first { return child.holdsList || !node.named.isEmpty }
      return node.named.count > 1 && node.holdsList
    }
    guard isDeep else { return nil }
    return Diagnostic(
      .deepListen, "the listener \(title) downloads the lists below it, too", at: request.location,
      notes: ["a location is always read as a whole"],
      help: "keep lists beside what is listened to, and listen to each on its own")
  }
}

extension RuleNode {
  /// Whether a rule for reading says more than no.
  fileprivate var canBeRead: Bool {
    rules.contains { rule in
      guard rule.kind == .read else { return false }
      if case .boolean(false, _) = rule.expression { return false }
      return true
    }
  }

  /// Whether a list is anywhere below.
  fileprivate var holdsList: Bool { !variable.isEmpty || named.contains(where: \.holdsList) }
}
