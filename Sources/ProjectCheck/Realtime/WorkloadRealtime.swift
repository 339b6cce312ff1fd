import Diagnostics
import FirestoreModel
import Project
import QueryModel
import RealtimeDatabase
import RealtimeRules
import RealtimeRulesChecker
import Simulation
import Workloads

// Steps of workloads are judged like the requests of sources, each by the rules that its variant runs under.

extension ProjectQueries {
  var workloadRealtimeFindings: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return suites.flatMap { suite in suite.variants.flatMap { findings(of: $0, suite) } }.filter {
      seen.insert($0).inserted
    }
  }

  /// Places of workloads that read the Realtime Database.
  var workloadReadCount: Int {
    suites.reduce(0) { count, suite in
      count
        + Set(suite.variants.flatMap { WorkloadRealtime($0.workload, suite).reads.map { $0.request.location.span } })
        .count
    }
  }

  private func findings(of variant: WorkloadVariant, _ suite: WorkloadSuite) -> [Diagnostic] {
    let requests = WorkloadRealtime(variant.workload, suite)
    guard !requests.isEmpty else { return [] }
    let rules = realtimeRules(of: variant.workload, suite)
    var found: [Diagnostic] = []
    for (read, step) in requests.reads {
      found += RealtimeCheck(request: read, rules: rules).findings.filter { finding in
        // Without rules nobody knows which indexes there are.
        !step.isExpected(finding) && (!rules.isEmpty || finding.code != .missingIndexOn)
      }
    }
    let writes = requests.writes.map { $0.write }
    var ofWrites = WrittenValueFindings.findings(of: writes)
    if let ruleset = decisive(rules) { ofWrites += updateFindings(writes, ruleset) }
    found += ofWrites.filter { finding in
      !requests.writes.contains { $0.write.location == finding.location && $0.step?.isExpected(finding) == true }
    }
    let expected = Set(variant.expectedFindings)
    // A variant that is to be denied when it runs is denied here, too.
    let isDenied = expected.contains(DiagnosticCode.denialNotExpected.id)
    return found.filter { !expected.contains($0.code.id) && !(isDenied && $0.code.isRealtimeDenial) }
  }

  /// Those that the variant names, else the project's.
  private func realtimeRules(of workload: Workload, _ suite: WorkloadSuite) -> [RealtimeRulesReading] {
    guard let named = workload.database.realtimeRules else { return realtimeRules.readings.filter { $0.root != nil } }
    let path = DisplayPath.join(DisplayPath.folder(of: suite.source.path), named.text)
    // What is wrong with the file is said where it is run.
    guard let source = try? InputFile.read(path) else { return [] }
    let reading = RealtimeRulesReading.read(source)
    return reading.root == nil ? [] : [reading]
  }

  /// What workloads write under the rules of the project.
  var workloadWrites: [ObservedWrite] {
    suites.flatMap { suite -> [ObservedWrite] in
      guard let variant = suite.variants.first(where: { $0.workload.database.realtimeRules == nil }) else { return [] }
      return WorkloadRealtime(variant.workload, suite).writes.map { $0.write }
    }
  }
}

extension Step {
  /// The workload says itself that it is denied, or that this is found.
  fileprivate func isExpected(_ finding: Diagnostic) -> Bool {
    expectation?.code == finding.code.id || expectsDenial && finding.code.isRealtimeDenial
  }
}

extension DiagnosticCode {
  /// Says that rules deny a request.
  fileprivate var isRealtimeDenial: Bool { [.unreachableList, .writeDenied, .fanOutDenied, .staleRoot].contains(self) }
}

/// The requests of one variant to the Realtime Database, with what is not in the text left open.
struct WorkloadRealtime {
  private(set) var reads: [(request: ObservedRead, step: Step)] = []
  /// Without a step: data that is there to begin with.
  private(set) var writes: [(write: ObservedWrite, step: Step?)] = []
  private let suite: WorkloadSuite
  private var newKeys = 0

  init(_ workload: Workload, _ suite: WorkloadSuite) {
    self.suite = suite
    for entry in workload.realtimeData {
      let path = keys(entry.path.segments, uid: nil)
      add(
        RealtimeWriteShape(path: path, changes: [.init([], value(entry.value, uid: nil))], isUpdate: false), entry.span,
        isByUser: false, nil)
    }
    for actor in workload.actors {
      let isByUser = actor.client.platform != .server
      for step in actor.steps { add(step, uid: actor.auth?.uid, isByUser: isByUser) }
      for step in actor.betweenSessions + actor.during { add(step, uid: nil, isByUser: false) }
    }
    for procedure in workload.procedures { for step in procedure.steps { add(step, uid: nil, isByUser: true) } }
    for entry in workload.timeline {
      let actor = entry.actor.flatMap { workload.actor(named: $0.text) }
      for step in entry.steps {
        add(step, uid: actor?.auth?.uid, isByUser: actor.map { $0.client.platform != .server } ?? false)
      }
    }
  }

  var isEmpty: Bool { reads.isEmpty && writes.isEmpty }

  private mutating func add(_ root: Step, uid: TextTemplate?, isByUser: Bool) {
    var steps: [Step] = []
    root.visit { steps.append($0) }
    for step in steps {
      guard case .realtime(let request) = step.action else { continue }
      if request.operation.isWrite {
        add(shape(request, uid: uid), request.span, isByUser: isByUser, step)
      } else if request.operation != .unlisten {
        let read = ObservedRead(
          kind: request.operation == .listen ? .listen : .get, query: query(request),
          location: suite.location(request.span),
          isByUser: isByUser)
        reads.append((read, step))
      }
    }
  }

  private mutating func add(_ shape: RealtimeWriteShape, _ span: Span, isByUser: Bool, _ step: Step?) {
    writes.append((ObservedWrite(shape, at: suite.location(span), isByUser: isByUser, isLocated: true), step))
  }

  // MARK: - Reads

  private func query(_ request: RealtimeStep) -> RealtimeQuery {
    let location = PathTemplate(request.path.segments.map { $0.literal.map { .literal(Text($0)) } ?? .unknown })
    var query = RealtimeQuery(location: location)
    switch request.query.ordering {
    case nil: break
    case .priority: query.ordering = .priority
    case .key: query.ordering = .key
    case .value: query.ordering = .value
    case .child(let path): query.ordering = .child(PathTemplate(RealtimePath(path).keys.map { .literal($0.text) }))
    }
    query.bounds = request.query.bounds.compactMap { bound in
      RealtimeQuery.BoundKind(rawValue: bound.kind.rawValue).map { kind in
        if case .literal(let value) = bound.value {
          return RealtimeQuery.Bound(kind, .value(value), hasKey: bound.key != nil)
        }
        return RealtimeQuery.Bound(kind, .unknown, hasKey: bound.key != nil)
      }
    }
    switch request.query.limit {
    case nil: break
    case .first(let count): query.limit = .first(Int(count))
    case .last(let count): query.limit = .last(Int(count))
    }
    if request.operation == .listen { query.event = RealtimeQuery.Event(rawValue: request.event.rawValue) }
    return query
  }

  // MARK: - Writes

  private mutating func shape(_ request: RealtimeStep, uid: TextTemplate?) -> RealtimeWriteShape {
    let path = keys(request.path.segments, uid: uid)
    var shape = RealtimeWriteShape(path: path, changes: [], isUpdate: false)
    let written: WrittenValue = request.value.map { value($0, uid: uid) } ?? .null
    switch request.operation {
    case .push: shape.changes = [.init([newKey()], written)]
    case .update:
      shape.isUpdate = true
      shape.changes = request.values.map { .init(keys($0.path.segments, uid: uid), value($0.value, uid: uid)) }
    case .increment: shape.changes = [.init([], .increment)]
    case .transaction: shape.changes = [.init([], request.amount == nil ? written : .number)]
    case .onDisconnect:
      shape.moment = .disconnect
      shape.changes = [.init([], written)]
    case .set, .delete, .listen, .unlisten, .get: shape.changes = [.init([], written)]
    }
    return shape
  }

  private mutating func newKey() -> WrittenKey {
    newKeys += 1
    return .new(newKeys)
  }

  private mutating func keys(_ templates: [TextTemplate], uid: TextTemplate?) -> [WrittenKey] {
    templates.map { key($0, uid: uid) }
  }

  private mutating func key(_ template: TextTemplate, uid: TextTemplate?) -> WrittenKey {
    if let literal = template.literal { return .literal(Text(literal)) }
    if template.parts == [.newID] { return newKey() }
    return template.isSame(as: uid) ? .userID : .unknown
  }

  private mutating func value(_ value: RealtimeFieldValue, uid: TextTemplate?) -> WrittenValue {
    switch value {
    case .field(let field): return Self.value(field, uid: uid)
    case .children(let children):
      let isList = !children.isEmpty && children.enumerated().allSatisfy { $1.key.literal == String($0) }
      if isList { return .list(children.map { self.value($0.value, uid: uid) }, isOpen: false) }
      return .map(children.map { WrittenEntry(key($0.key, uid: uid), self.value($0.value, uid: uid)) }, isOpen: false)
    }
  }

  private static func value(_ field: FieldValue, uid: TextTemplate?) -> WrittenValue {
    switch field {
    case .literal(.null): return .null
    case .literal(.boolean(let value)): return .boolean(value)
    case .literal(.integer(let value)): return .integer(value)
    case .literal(.double(let value)) where value.isFinite: return .number
    case .literal(.string(let text)): return .text(text)
    case .template(let template):
      if let literal = template.literal { return .text(Text(literal)) }
      if template.isSame(as: uid) { return .userID }
      // An expression that stands alone keeps its type.
      return template.singleExpression == nil ? .someText : .unknown
    case .string: return .someText
    case .serverTime: return .serverTime
    case .transform(.increment): return .increment
    case .literal, .bytes, .vector, .reference, .array, .list, .map, .spread, .time, .drawn, .transform, .converted:
      return .unknown
    }
  }
}

extension TextTemplate {
  fileprivate func isSame(as other: TextTemplate?) -> Bool {
    other.map { Text($0.sourceText) == Text(sourceText) } ?? false
  }
}
