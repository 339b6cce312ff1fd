package import Diagnostics
import FirestoreModel
import QueryModel

/// In what the instances of an actor can differ, and where they can meet: what deciding about folding needs.
///
/// Instances whose data and steps differ by `{i}` in paths and uids alone do the same thing, up to the number of
/// digits of `i`.
package struct InstanceFacts: Hashable, Sendable {
  package enum Access: Hashable, Sendable {
    case read, write, outsideWrite
  }

  /// A path that the actor's steps read or write.
  package struct Touch: Hashable, Sendable {
    /// As it is written; of a query the collection's.
    package var path: String
    /// The collection ids from the root inwards; nil where one is filled in at run time.
    package var collections: [String?]
    package var access: Access
    /// Whether a segment of the path contains `{i}`: no other instance comes there.
    package var isKeyed: Bool
    package var span: Span
  }

  package var touches: [Touch] = []
  /// Places where instances draw differently: distributions, chances, `{any}`, probable failures.
  package var randomness: [Span] = []
  /// Places outside paths where `i` takes part: conditions, filters, fields.
  package var instanceValues: [Span] = []

  /// Whether everything is keyed by the instance and nothing is drawn.
  package var isSymmetric: Bool {
    randomness.isEmpty && instanceValues.isEmpty && touches.allSatisfy(\.isKeyed)
  }
}

extension Workload {
  /// The facts of an actor's sessions and timeline entries, procedures followed.
  package func instanceFacts(of actor: WorkloadActor) -> InstanceFacts {
    var gatherer = InstanceFactGatherer(workload: self)
    if let sessions = actor.sessions {
      if sessions.perDay.constant == nil { gatherer.facts.randomness.append(sessions.span) }
      if sessions.length.constant == nil { gatherer.facts.randomness.append(sessions.span) }
    }
    for variable in actor.variables { gatherer.value(variable.initial) }
    gatherer.steps(actor.allSteps)
    for entry in timeline where entry.actor?.text == actor.name { gatherer.steps(entry.steps) }
    return gatherer.facts
  }

  /// The facts of what nobody in particular does: background and timeline entries without an actor.
  package var outsideFacts: InstanceFacts {
    var gatherer = InstanceFactGatherer(workload: self)
    for activity in background { gatherer.write(activity.write) }
    for entry in timeline where entry.actor == nil { gatherer.steps(entry.steps) }
    return gatherer.facts
  }
}

extension DataEntry {
  /// Whether its documents differ between loop values by more than the loop variables: drawn counts or fields.
  package var isDrawn: Bool {
    count.constant == nil || (retention.map { $0.constant == nil } ?? false) || fields.contains { $0.value.isDrawn }
  }
}

extension FieldValue {
  /// Whether two documents can get different values from the same text, other than seeded text of one length.
  var isDrawn: Bool {
    switch self {
    case .drawn: true
    case .string(let size), .bytes(let size), .vector(let size): size.constant == nil
    case .array(let element, let count): count.constant == nil || element.isDrawn
    case .list(let elements): elements.contains(where: \.isDrawn)
    case .map(let fields): fields.contains { $0.value.isDrawn }
    case .converted(let inner, _): inner.isDrawn
    case .transform(.arrayUnion(let elements)), .transform(.arrayRemove(let elements)):
      elements.contains(where: \.isDrawn)
    case .transform(.increment), .transform(.deleteField): false
    case .literal, .template, .reference, .spread, .time, .serverTime: false
    }
  }
}

private struct InstanceFactGatherer {
  let workload: Workload
  var facts = InstanceFacts()
  private var followed: Set<String> = []

  init(workload: Workload) { self.workload = workload }

  mutating func steps(_ steps: [Step]) {
    for step in steps { self.step(step) }
  }

  private mutating func step(_ step: Step) {
    if let chance = step.chance, chance > 0, chance < 1 { facts.randomness.append(step.span) }
    if let repetition = step.repetition, repetition.constant == nil { facts.randomness.append(step.span) }
    if let retry = step.retry { outcomes([retry.fails, retry.reaches], retry.span) }
    action(step)
    steps(step.children)
  }

  private mutating func action(_ step: Step) {
    switch step.action {
    case .read(let read):
      target(read.target)
      if let intended = read.intended { target(intended) }
      if let keep = read.keep { value(keep) }
    case .page(let page):
      query(page.query)
      if let intended = page.intended { target(intended) }
      if let keep = page.keep { value(keep) }
      if page.size.constant == nil { facts.randomness.append(step.span) }
    case .write(let write): self.write(write)
    case .batch(let writes): for write in writes { self.write(write) }
    case .transaction(let transaction):
      for read in transaction.reads { target(read) }
      for write in transaction.writes { self.write(write) }
      outcomes([.probability(transaction.conflictProbability)], step.span)
    case .assign(let assignments): for assignment in assignments { value(assignment.value) }
    case .condition(let condition, _, _): value(condition)
    case .pause(let duration), .device(.background(let duration)), .device(.offline(let duration)):
      if duration.constant == nil { facts.randomness.append(step.span) }
    case .perform(let name):
      guard followed.insert(name.text).inserted else { return }
      steps(workload.procedure(named: name.text)?.steps ?? [])
    case .outsideWrite(let write): self.write(write)
    case .detach, .device(.kill), .device(.reinstall), .device(.secondDevice), .group, .unsupported: break
    }
  }

  private mutating func outcomes(_ outcomes: [RetryPolicy.Outcomes], _ span: Span) {
    for case .probability(let probability) in outcomes where probability > 0 && probability < 1 {
      facts.randomness.append(span)
      return
    }
  }

  // MARK: Paths and values

  private mutating func target(_ target: ReadTarget) {
    switch target {
    case .document(let path): touch(path.segments, .read, path.span)
    case .query(let template), .aggregation(let template, _): query(template)
    }
  }

  private mutating func query(_ template: QueryTemplate) {
    var segments = template.query.source.parent.segments
    if let collection = template.query.source.collectionID { segments.append(collection) }
    let templates = segments.map { segment -> TextTemplate in
      switch segment {
      case .literal(let text): TextTemplate(parts: [.literal(text.string)], span: template.span)
      case .expression(let key): template.bindings[key] ?? TextTemplate(parts: [], span: template.span)
      case .unknown, .parameter: TextTemplate(parts: [], span: template.span)
      }
    }
    touch(templates, .read, template.span)
    let inPath = Set(segments)
    for key in template.bindings.keys.sorted() where !inPath.contains(.expression(key)) {
      if template.bindings[key]?.uses(variable: "i") == true { facts.instanceValues.append(template.span) }
    }
  }

  private mutating func write(_ write: WriteOperation) {
    touch(write.path.segments, .write, write.path.span)
    fields(write.fields)
  }

  mutating func write(_ write: OutsideWrite) {
    touch(write.path.segments, .outsideWrite, write.path.span)
    if write.count.constant == nil { facts.randomness.append(write.span) }
    fields(write.fields ?? workload.dataEntry(for: write.path)?.fields ?? [])
  }

  private mutating func touch(_ segments: [TextTemplate], _ access: InstanceFacts.Access, _ span: Span) {
    let collections = segments.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element.literal)
    facts.touches.append(
      InstanceFacts.Touch(
        path: segments.map(\.sourceText).joined(separator: "/"), collections: collections, access: access,
        isKeyed: segments.contains { $0.uses(variable: "i") }, span: span))
    if segments.contains(where: { $0.parts.contains(.anyChild) }) { facts.randomness.append(span) }
  }

  private mutating func fields(_ fields: [FieldAssignment]) {
    for field in fields {
      if field.value.isDrawn { facts.randomness.append(field.span) }
      if field.value.uses(variable: "i") { facts.instanceValues.append(field.span) }
    }
  }

  mutating func value(_ expression: Expression) {
    if expression.uses(variable: "i") { facts.instanceValues.append(expression.span) }
  }
}

extension FieldValue {
  fileprivate func uses(variable: String) -> Bool {
    switch self {
    case .template(let template): template.uses(variable: variable)
    case .reference(let path): path.uses(variable: variable)
    case .array(let element, _): element.uses(variable: variable)
    case .list(let elements): elements.contains { $0.uses(variable: variable) }
    case .map(let fields): fields.contains { $0.value.uses(variable: variable) }
    case .converted(let inner, _): inner.uses(variable: variable)
    case .transform(.arrayUnion(let elements)), .transform(.arrayRemove(let elements)):
      elements.contains { $0.uses(variable: variable) }
    case .time(.expression(let expression)): expression.uses(variable: variable)
    case .spread, .time, .literal, .string, .bytes, .vector, .serverTime, .drawn, .transform: false
    }
  }
}
