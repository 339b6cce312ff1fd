import Diagnostics
import FirestoreModel
import QueryModel
import Workloads

/// A place of the database that an actor touches, as a pattern.
struct Access {
  enum Segment: Hashable {
    case literal(Text)
    /// The instance's own number between fixed texts.
    case own(before: String, after: String)
    /// Anything.
    case open
  }

  var segments: [Segment]
  /// A collection group: any path that ends in a document of a collection of the last segment's name.
  var isGroup = false
  /// A location of the Realtime Database, with everything below it.
  var isRealtime = false
  var isWrite: Bool
  /// The step that touches it.
  var span: Span

  /// The key when everything in front of the number is fixed.
  var key: InstanceKey? {
    guard !isGroup else { return nil }
    var prefix: [Text] = []
    for segment in segments {
      switch segment {
      case .literal(let text): prefix.append(text)
      case .own(let before, let after):
        return InstanceKey(prefix: prefix, before: before, after: after, isRealtime: isRealtime)
      case .open: return nil
      }
    }
    return nil
  }

  /// Whether both may mean the same document, for whatever instances.
  func mayMeet(_ other: Access) -> Bool {
    guard isRealtime == other.isRealtime else { return false }
    if isGroup || other.isGroup { return true }
    guard isRealtime || segments.count == other.segments.count else { return false }
    return zip(segments, other.segments).allSatisfy { $0.mayBe($1) }
  }
}

extension Access.Segment {
  /// Whether both may be the same text, for whatever instances.
  func mayBe(_ other: Access.Segment) -> Bool {
    switch (self, other) {
    case (.open, _), (_, .open): true
    case (.literal(let first), .literal(let second)): first == second
    case (.literal(let text), .own(let before, let after)), (.own(let before, let after), .literal(let text)):
      NumberedTexts.Form(before: before, after: after).mayBe(text.string)
    case (.own(let before, let after), .own(let otherBefore, let otherAfter)):
      NumberedTexts.Form(before: before, after: after).overlaps(.init(before: otherBefore, after: otherAfter))
    }
  }
}

/// Collects what the steps of one actor touch.
struct AccessCollector {
  private let workload: Workload
  private let actor: WorkloadActor
  private(set) var accesses: [Access] = []
  /// The first place that may come out differently for different instances.
  private(set) var variation: Span?
  private var varies: Bool {
    get { variation != nil }
    set { if newValue, variation == nil { variation = place } }
  }
  /// What is being looked at.
  private var place: Span
  private var visitedProcedures: Set<String> = []

  init(_ actor: WorkloadActor, of workload: Workload) {
    self.workload = workload
    self.actor = actor
    place = actor.span
    collect(actor.allSteps)
    for entry in workload.timeline where entry.actor?.text == actor.name { collect(entry.steps) }
    place = actor.sessions?.span ?? actor.span
    if let plan = actor.sessions {
      varies = varies || plan.perDay.constant == nil || plan.length.constant == nil || plan.people == .spread
    }
    for variable in actor.variables {
      place = variable.span
      expression(variable.initial)
    }
  }

  private mutating func collect(_ steps: [Step]) {
    for step in steps { collect(step) }
  }

  private mutating func collect(_ step: Step) {
    let outer = place
    place = step.span
    defer { place = outer }
    if let chance = step.chance, chance > 0, chance < 1 { varies = true }
    if let repetition = step.repetition, repetition.constant == nil { varies = true }
    if let retry = step.retry { varies = varies || retry.fails.isChance || retry.reaches.isChance }
    switch step.action {
    case .read(let read):
      for read in read.targets { target(read) }
      if let keep = read.keep { expression(keep) }
      collect(read.each + read.onChange)
    case .page(let page):
      query(page.query)
      if page.size.constant == nil { varies = true }
      if case .pages(let pages) = page.until, pages.constant == nil { varies = true }
      if let keep = page.keep { expression(keep) }
      if let intended = page.intended { target(intended) }
      collect(page.each)
    case .write(let operation): write(operation)
    case .batch(let writes): for operation in writes { write(operation) }
    case .transaction(let transaction):
      for read in transaction.reads { target(read) }
      for operation in transaction.writes { write(operation) }
      if transaction.conflictProbability > 0, transaction.conflictProbability < 1 { varies = true }
    case .assign(let assignments): for assignment in assignments { expression(assignment.value) }
    case .condition(let condition, let then, let otherwise):
      expression(condition)
      collect(then + otherwise)
    case .pause(let length), .device(.background(let length)), .device(.offline(let length)):
      if length.constant == nil { varies = true }
    case .perform(let name):
      if visitedProcedures.insert(name.text).inserted { collect(workload.procedure(named: name.text)?.steps ?? []) }
    case .group(let steps): collect(steps)
    case .outsideWrite(let write): outside(write)
    case .realtime(let request): self.request(request)
    case .detach, .device: break
    }
  }

  private mutating func request(_ request: RealtimeStep) {
    for path in request.paths { access(path.segments, isWrite: request.operation.isWrite, isRealtime: true) }
    for bound in request.query.bounds { value(bound.value) }
    for written in request.writtenValues {
      written.visit {
        value($0)
      } key: { _ in
      }
    }
    if request.conflictProbability > 0, request.conflictProbability < 1 { varies = true }
    collect(request.each + request.onChange)
  }

  private mutating func target(_ target: ReadTarget) {
    switch target {
    case .document(let path): access(path.segments, isWrite: false)
    case .query(let query), .aggregation(let query, _): self.query(query)
    }
  }

  private mutating func query(_ template: QueryTemplate) {
    let query = template.query
    let path = query.source.parent.segments + [query.source.collectionID].compactMap(\.self)
    var segments = path.map { segment -> Access.Segment in
      switch segment {
      case .literal(let text): .literal(text)
      case .expression(let key): template.bindings[key].map { self.segment($0) } ?? .open
      case .unknown, .parameter: .open
      }
    }
    segments.append(.open)
    accesses.append(
      Access(
        segments: segments, isGroup: query.source.allDescendants || query.source.collectionID == nil, isWrite: false,
        span: place))
    let segmentKeys = Set(path.compactMap { if case .expression(let key) = $0 { key } else { nil } })
    for (key, binding) in template.bindings where !segmentKeys.contains(key) { self.template(binding) }
  }

  private mutating func write(_ operation: WriteOperation) {
    access(operation.path.segments, isWrite: true)
    for field in operation.fields { value(field.value) }
  }

  private mutating func outside(_ write: OutsideWrite) {
    access(write.path.segments, isWrite: true)
    if write.count.constant == nil || !write.loops.isEmpty { varies = true }
    for field in write.fields ?? [] { value(field.value) }
  }

  private mutating func access(_ segments: [TextTemplate], isWrite: Bool, isRealtime: Bool = false) {
    for segment in segments {
      for part in segment.parts {
        if case .anyChild = part { varies = true }
      }
    }
    accesses.append(
      Access(segments: segments.map { segment($0) }, isRealtime: isRealtime, isWrite: isWrite, span: place))
  }

  private func segment(_ template: TextTemplate) -> Access.Segment {
    if let literal = template.literal { return .literal(Text(literal)) }
    guard let numbered = template.numberedVariable else { return .open }
    if numbered.name == "i" { return .own(before: numbered.before, after: numbered.after) }
    guard numbered.name == "uid", let uid = actor.auth?.uid.numberedVariable, uid.name == "i" else { return .open }
    return .own(before: numbered.before + uid.before, after: uid.after + numbered.after)
  }

  // MARK: What depends on who it is

  private mutating func value(_ value: FieldValue) {
    if value.isDrawn { varies = true }
    if case .template(let template) = value, let single = template.singleExpression { expression(single) }
  }

  private mutating func template(_ template: TextTemplate) {
    for part in template.parts {
      if case .expression(let used) = part { expression(used) }
    }
  }

  private mutating func expression(_ expression: Expression) {
    if expression.uses(variable: "i") || expression.uses(variable: "uid") { varies = true }
  }
}

extension RetryPolicy.Outcomes {
  fileprivate var isChance: Bool {
    switch self {
    case .probability(let probability): probability > 0 && probability < 1
    case .list: false
    }
  }
}

extension FieldValue {
  /// Whether lengths or values are left to chance.
  var isDrawn: Bool {
    switch self {
    case .drawn: true
    case .string(let quantity), .bytes(let quantity), .vector(let quantity): quantity.constant == nil
    case .array(let element, let count): count.constant == nil || element.isDrawn
    case .list(let values): values.contains(where: \.isDrawn)
    case .map(let assignments): assignments.contains { $0.value.isDrawn }
    case .converted(let value, _): value.isDrawn
    case .literal, .template, .reference, .spread, .time, .serverTime, .transform: false
    }
  }
}
