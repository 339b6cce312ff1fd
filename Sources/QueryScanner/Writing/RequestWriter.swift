import Diagnostics
import FirestoreModel
import QueryModel
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Writes out what the evaluation has found, in today's form.
struct RequestWriter {
  var evaluator: Evaluator
  let rules: RequestRules
  private let configuration: ModuleConfiguration
  private var callers: [Int: ScannedRequest.Caller] = [:]
  /// Who asks what is being written.
  private(set) var asking = ScannedRequest.Caller.unstated
  /// The call that sends what is being written out.
  private(set) var sender = OriginID(raw: 0) {
    didSet { results = [:] }
  }
  /// Under what the constraint is there that is being written out.
  var condition = CondID.always
  /// What is written of results that this request names: each page begins behind the one before it, and names it twice.
  var results: [ValueID: ScannedValue] = [:]

  init(_ evaluator: Evaluator, _ rules: RequestRules, _ configuration: ModuleConfiguration) {
    self.evaluator = evaluator
    self.rules = rules
    self.configuration = configuration
  }

  mutating func requests() -> [ScannedRequest] {
    var found: [ScannedRequest] = []
    for closed in evaluator.closedRequests() { found += requests(closed) }
    return found.merged.followed
  }

  private mutating func requests(_ closed: ClosedRequest) -> [ScannedRequest] {
    if evaluator.arena.kind(closed.value) == .query { return unsent(closed) }
    guard let view = evaluator.view(closed.value), case .request(let row) = evaluator.models[view.row].meaning else {
      return []
    }
    let unit = evaluator.place(of: view.origin).unit
    sender = view.origin
    asking = caller(of: view.target, evaluator.models.section(of: view.row), unit)
    let targets = targets(view.target, under: closed.under, at: location(of: view.origin))
    return targets.compactMap { target in
      var target = target
      if row.operation == .get, case .query(var draft) = target, draft.isAggregation, draft.aggregations.isEmpty {
        draft.note(.aggregation, location(of: view.origin))
        target = .query(draft)
      }
      var request = request(view, row, target, closed)
      request?.note(closed.limits.union(evaluator.limits(in: view.target)))
      request?.builtAt = builders(of: view.target, closed)
      request?.calledFrom = callers(of: view.origin, closed)
      return request
    }
  }

  /// A query that is built here, once for each way.
  private mutating func unsent(_ closed: ClosedRequest) -> [ScannedRequest] {
    guard let last = evaluator.steps(of: closed.value).last else { return [] }
    let place = location(of: closed.place ?? last.origin)
    sender = last.origin
    asking = unsentCaller(closed, last)
    return targets(closed.value, under: closed.under, at: place).compactMap { target in
      guard case .query(let draft) = target else { return nil }
      var request = ScannedRequest(
        kind: .unsent, target: .query(draft.query, draft.aggregations),
        caller: caller(of: draft), database: draft.database.id,
        unresolved: draft.unresolved, location: place, function: functionName(around: closed.place ?? last.origin))
      request.refusal = draft.refusal
      return request
    }
  }

  private mutating func unsentCaller(_ closed: ClosedRequest, _ last: GuardedItem) -> ScannedRequest.Caller {
    let unit = evaluator.place(of: last.origin).unit
    guard let section = evaluator.models.sections.first(where: { $0.kind == .sdk }) else { return .unstated }
    return caller(of: closed.value, section, unit)
  }

  // MARK: - One request

  private mutating func request(
    _ view: RequestView, _ row: RowRequest, _ target: ScannedValue, _ closed: ClosedRequest
  ) -> ScannedRequest? {
    let place = location(of: view.origin)
    let unit = evaluator.place(of: view.origin).unit
    guard let described = describe(target, of: view.target, unit) else { return nil }
    var request = ScannedRequest(
      kind: kind(row, target, view), target: described.target, caller: described.caller,
      database: described.database, unresolved: described.unresolved, location: place,
      function: functionName(around: view.origin), repetition: repetition(closed.loops),
      isInTransaction: row.isInTransaction || isSomething(view.transaction), isInBatch: row.isInBatch)
    request.isFromCache = row.isFromCache || isFromCache(row, view.circumstance)
    if described.database == nil { request.unresolved.append(UnresolvedPart(.database, at: place)) }
    request.unresolved.sort()
    switch target {
    case .query(let draft):
      request.refusal = draft.refusal
      request.listBounds = draft.listBounds
      if let read = draft.cursorRead { request.remarks = [.cursorFromRead(read)] }
    case .document(let document): request.refusal = document.refusal
    case .realtime(let draft):
      request.refusal = draft.refusal
      if case .write = request.kind { request.written = draft.write(write(row, view.payload)) }
      if let event = event(row, view.circumstance) { request.target = .realtime(draft.waiting(for: event).query) }
    default: break
    }
    if row.operation == .get || row.operation == .listen, asksCacheOnly(view) { request.isFromCache = true }
    if request.kind == .get, case .query = target, evaluator.isOnlyCounted(view.origin) {
      request.remarks.append(.onlyCounted(place))
    }
    if let filter = evaluator.filter(of: view.origin) {
      request.remarks.append(.filteredAfterRead(location(of: filter)))
    }
    return request
  }

  /// Whether an option among the arguments keeps a read from the service.
  private func asksCacheOnly(_ view: RequestView) -> Bool {
    view.arguments.contains { evaluator.arena.construct($0) == .cached }
  }

  private mutating func write(_ row: RowRequest, _ payload: ValueID) -> SDKWrite {
    switch row.operation {
    case .delete: return .removal
    case .update: return row.payload == nil ? .unknown : .update(value(payload))
    default:
      if row.payload == nil { return .unknown }
      return .set(payload == ValueArena.absent ? .text([.literal("")]) : value(payload))
    }
  }

  private func isFromCache(_ row: RowRequest, _ circumstance: ValueID) -> Bool {
    row.circumstanceKind == .source && text(circumstance) == "cache"
  }

  private func event(_ row: RowRequest, _ circumstance: ValueID) -> RealtimeQuery.Event? {
    guard row.circumstanceKind == .event else { return nil }
    return switch text(circumstance) {
    case "value": .value
    case "child_added": .childAdded
    case "child_changed": .childChanged
    case "child_removed": .childRemoved
    case "child_moved": .childMoved
    default: nil
    }
  }

  private func text(_ value: ValueID) -> String? {
    evaluator.arena.knownText(value).map { evaluator.program.names.text($0) }
  }

  private func kind(_ row: RowRequest, _ target: ScannedValue, _ view: RequestView) -> ScannedRequest.Kind {
    let merge = view.mergeFlag
    switch row.operation {
    case .get where row.circumstanceKind == .live && view.circumstance == ValueArena.yes: return .listen
    case .listen where row.circumstanceKind == .once && view.circumstance == ValueArena.yes: return .get
    case .get:
      if case .query(let draft) = target, draft.isAggregation || !draft.aggregations.isEmpty { return .aggregate }
      return .get
    case .listen: return .listen
    case .create: return .write(.create)
    case .update: return .write(.update)
    case .delete: return .write(.delete)
    case .set: return .write(isSomething(merge) && merge != ValueArena.no ? .merge : .set)
    }
  }

  private func isSomething(_ value: ValueID) -> Bool { value != ValueArena.absent && value != ValueArena.null }

  private struct Described {
    var target: ScannedRequest.Target
    var caller: ScannedRequest.Caller
    var database: Text?
    var unresolved: [UnresolvedPart]
  }

  private mutating func describe(_ target: ScannedValue, of value: ValueID, _ unit: Int) -> Described? {
    switch target {
    case .query(let draft):
      return Described(
        target: .query(draft.query, draft.aggregations), caller: caller(of: draft), database: draft.database.id,
        unresolved: draft.unresolved)
    case .document(let document):
      return Described(
        target: .document(document.path), caller: asking, database: document.database.id,
        unresolved: document.isKnown ? [] : [UnresolvedPart(.collection)])
    case .realtime(let draft):
      return Described(
        target: .realtime(draft.query), caller: realtimeCaller(of: value, unit), database: "(default)",
        unresolved: draft.unresolved)
    default: return nil
    }
  }

  private func caller(of draft: QueryDraft) -> ScannedRequest.Caller {
    draft.isSignedOut && asking != .admin ? .signedOut : asking
  }

  mutating func callerByImports(_ unit: Int) -> ScannedRequest.Caller {
    if let known = callers[unit] { return known }
    let modules = evaluator.importedModules(unit)
    var caller = ScannedRequest.Caller(imports: modules)
    let isOpen = !modules.contains { isOfSDK($0) } && !loadsSDK(unit)
    let path = evaluator.program.units[unit].tree.unit.source.path
    if caller != .admin, isOpen, configuration.isOnServer(path) || leadsToServer(unit) { caller = .admin }
    callers[unit] = caller
    return caller
  }

  /// Modules that are loaded when they are needed stand in texts: `import("firebase/firestore")`.
  private func loadsSDK(_ unit: Int) -> Bool {
    let (tree, names) = (evaluator.program.units[unit].tree, evaluator.program.names)
    return tree.nodes.contains { $0.kind == .text && Self.isModuleOfSDK(names.text($0.name)) }
  }

  /// What a text has to be to be taken for the SDK's module. Others speak of Firebase as well: messages, codes of errors,
  /// addresses of an application.
  private static func isModuleOfSDK(_ text: String) -> Bool {
    if text.contains("://") { return text.contains("/firebasejs/") || text.contains("/firebase@") }
    let scopes = ["firebase/", "@firebase/", "@angular/fire", "@react-native-firebase/"]
    return scopes.contains(where: text.hasPrefix) && !text.contains(" ")
  }

  /// Makes hashes of places, for apps and servers alike, and asks nothing.
  private static func computesOnly(_ module: String) -> Bool { module == "geofire-common" }

  /// Of a package, and no file of the project that is called like one.
  private func isOfSDK(_ module: String) -> Bool {
    guard module.lowercased().contains("fire"), !Self.computesOnly(module),
      !["./", "../", "@/", "~/", "/"].contains(where: module.hasPrefix)
    else { return false }
    if module.contains("://") { return true }
    // `functions/src/firebase` is a folder's, `@google-cloud/firestore` a package's.
    let parts = module.split(separator: "/")
    return parts.prefix(module.hasPrefix("@") ? 2 : 1).contains { $0.lowercased().contains("fire") }
  }

  /// Units that are looked through for the SDK that one of them gets its database from.
  private static let mostModules = 64

  /// Whether a unit that names no SDK imports units of the project that have the server's, and none that have a client's.
  private mutating func leadsToServer(_ unit: Int) -> Bool {
    var seen: Set = [unit]
    var rest = [unit]
    var isFound = false
    while let next = rest.popLast() {
      let sdks = evaluator.importedModules(next).filter { isOfSDK($0) }
      guard sdks.allSatisfy({ ScannedRequest.Caller(imports: [$0]) == .admin }) else { return false }
      isFound = isFound || !sdks.isEmpty
      for target in evaluator.program.modules.targets[next] {
        for other in target.module.units where seen.insert(Int(other.raw)).inserted { rest.append(Int(other.raw)) }
      }
      guard seen.count <= Self.mostModules else { return false }
    }
    return isFound
  }

  // MARK: - Circumstances

  /// The innermost loop that says something.
  private mutating func repetition(_ loops: [LoopPass]) -> Repetition? {
    loops.last { !isStream($0.sequence) }.map { repetition($0.sequence) }
  }

  /// Snapshots that come one after the other: as little a loop as a listener is.
  private func isStream(_ sequence: ValueID) -> Bool {
    guard let view = evaluator.view(sequence) else { return false }
    return view.part == .snapshots
  }

  private mutating func repetition(_ sequence: ValueID) -> Repetition {
    let arena = evaluator.arena
    switch arena.kind(sequence) {
    case .absent: return .repeated
    case .result:
      guard let view = evaluator.view(sequence) else { return .perElement(atMost: nil) }
      return .perDocument(of: location(of: view.origin))
    case .made where arena.construct(sequence) == .repeated:
      return arena.kind(arena.value(sequence, 1)) == .absent
        ? .perElement(atMost: nil) : repetition(arena.value(sequence, 1))
    case .list:
      let items = arena.items(sequence)
      if items.count == 1, arena[sequence].variant == 1, items[0].flags.contains(.spread) {
        return repetition(items[0].value)
      }
      return .perElement(atMost: evaluator.bound(of: sequence))
    case .choice:
      let all = arena.items(sequence).map { repetition($0.value) }
      return all.first { if case .perDocument = $0 { true } else { false } } ?? .perElement(atMost: nil)
    default: return .perElement(atMost: nil)
    }
  }

  func functionName(around origin: OriginID) -> String? {
    let (unit, node) = evaluator.place(of: origin)
    let read = evaluator.program.units[unit]
    let names = EnclosingNames.find(around: node, in: read.tree, read.parents).map { evaluator.program.names.text($0) }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  // MARK: - Places

  /// The name of what is called.
  func location(of origin: OriginID) -> Diagnostics.SourceLocation {
    let (unit, node) = evaluator.place(of: origin)
    let tree = evaluator.program.units[unit].tree
    var span = tree.span(of: node)
    if tree.kind(node) == .call, let callee = tree.children(of: node).first {
      span = tree.kind(callee) == .member ? tree.place(of: callee) ?? tree.span(of: callee) : tree.span(of: callee)
    }
    if tree.kind(node) == .member { span = tree.place(of: node) ?? span }
    return SourceLocation(source: tree.unit.file, span: span)
  }
}

extension ScannedRequest {
  /// Says what could not be followed on the way.
  fileprivate mutating func note(_ limits: ReachedLimits) {
    if limits.contains(.calls), !unresolved.contains(where: { $0.kind == .calls }) {
      unresolved.append(UnresolvedPart(.calls))
    }
    if limits.contains(.variants), !unresolved.contains(where: { $0.kind == .variants }) {
      unresolved.append(UnresolvedPart(.variants))
    }
    unresolved.sort()
  }
}

extension ModuleTarget {
  /// The units of the project that an import leads to.
  fileprivate var units: [UnitID] {
    switch self {
    case .unit(let unit): [unit]
    case .units(let units), .type(_, in: let units): units
    case .folder, .external: []
    }
  }
}
