import Diagnostics
import FirestoreModel
import QueryModel
import Simulation
import StructuredText
import Workloads

/// A step that reads a query, as techniques look at it.
struct TechniqueSubject {
  let template: VariantTemplate
  let place: StepPlace
  /// `listen`, `query` or `page`.
  let key: String
  let query: Query
  let clauses: QueryClauses
  let result: String?
  let keep: String?
  let each: [Step]
  let onChange: [Step]
  let intended: QueryClauses?

  /// Nil for a step that reads no query.
  init?(_ place: StepPlace, of template: VariantTemplate) {
    self.place = place
    self.template = template
    switch place.step.action {
    case .read(let read):
      guard case .query(let target) = read.target else { return nil }
      key = read.kind.rawValue
      query = target.query
      clauses = QueryClauses(target.text)
      result = read.result?.text
      keep = read.keep?.text
      (each, onChange) = (read.each, read.onChange)
      if case .query(let intended)? = read.intended {
        self.intended = QueryClauses(intended.text)
      } else {
        intended = nil
      }
    case .page(let page):
      key = "page"
      query = page.query.query
      clauses = QueryClauses(page.query.text)
      result = page.result?.text
      keep = page.keep?.text
      (each, onChange) = (page.each, [])
      if case .query(let intended)? = page.intended {
        self.intended = QueryClauses(intended.text)
      } else {
        intended = nil
      }
    case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group, .outsideWrite,
      .realtime:
      return nil
    }
  }

  var name: String { place.step.name?.text ?? clauses.source }
  var isListener: Bool { key == "listen" }
  var span: Span { place.step.span }

  /// Steps that ask the same share one target of a client: one alone saves nothing.
  var target: String { "\(place.actor ?? "") \(key) \(clauses.text)" }

  // MARK: Data

  var collectionID: String? { query.source.collectionID?.literal?.string }

  /// Every field that documents of the collection are generated or written with.
  var fields: [FieldAssignment] {
    let workload = template.workload
    return workload.data.filter { isOf($0.path) }.flatMap(\.fields)
      + workload.documentWrites.filter { isOf($0.path) }.flatMap { $0.fields ?? [] }
  }

  func isOf(_ path: PathPattern) -> Bool {
    guard let collectionID, path.segments.count >= 2 else { return false }
    return path.segments[path.segments.count - 2].literal == collectionID
  }

  func isTime(_ field: FieldPath) -> Bool {
    fields.contains { assignment in
      guard assignment.path == field else { return false }
      return switch assignment.value {
      case .spread, .time, .serverTime: true
      case .literal(.timestamp): true
      default: false
      }
    }
  }

  /// The field by which documents have a time: that of the order, else the first one they have.
  var timeField: FieldPath? {
    if let first = query.orders.first?.path, isTime(first) { return first }
    return fields.map(\.path).first { isTime($0) }
  }

  // MARK: Change of the step

  func node(_ text: String) -> Node { Node(.string(text), span: span) }

  /// The step with some of its keys set, or removed for nil.
  func step(_ changes: [(key: String, value: Node?)]) -> Node {
    guard case .object(var members) = place.node.content else { return place.node }
    for change in changes {
      let position = members.firstIndex { $0.key == change.key }
      switch (position, change.value) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): members.remove(at: position)
      case (nil, let value?): members.append(Node.Member(key: change.key, keySpan: span, value: value))
      case (nil, nil): break
      }
    }
    return Node(.object(members), span: place.node.span)
  }

  func member(_ key: String) -> Node? {
    guard case .object(let members) = place.node.content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The query of the step, in another form.
  func asking(_ clauses: QueryClauses) -> Node {
    guard key == "page", case .object(var members)? = member("page")?.content,
      let position = members.firstIndex(where: { $0.key == "query" })
    else { return node(clauses.text) }
    members[position].value = node(clauses.text)
    return Node(.object(members), span: span)
  }

  func object(_ members: [(String, Node)]) -> Node {
    Node(.object(members.map { Node.Member(key: $0.0, keySpan: span, value: $0.1) }), span: span)
  }

  func list(_ items: [Node]) -> Node { Node(.array(items), span: span) }

  // MARK: When something was seen last

  /// What remembers the newest time that was seen under this step's result: a variable of every actor that may do it,
  /// and the step that sets it.
  struct Watermark {
    var variable: String
    var variables: [GeneratedVariant.Change]
    var assignment: Node
    var result: String
    /// The later of what was seen and what the user has done: `max(seen, cleared)`.
    var bound: String
  }

  func watermark(of field: FieldPath) -> Watermark {
    let actors = template.workload.actors.filter { place.actor == nil || $0.name == place.actor }
    let taken = Set(actors.flatMap { $0.variables.map(\.name) })
    // Every step has seen something else.
    var variable = "lastSeen\(template.places.firstIndex(of: place) ?? 0)"
    while taken.contains(variable) { variable += "x" }
    var changes: [GeneratedVariant.Change] = []
    for actor in actors {
      let zero = Node(.number("0"), span: span)
      changes.append(
        actor.variables.isEmpty
          ? GeneratedVariant.Change("actors.\(actor.name).vars", object([(variable, zero)]))
          : GeneratedVariant.Change("actors.\(actor.name).vars.\(variable)", zero))
    }
    let held = result ?? "\(variable)Result"
    let value = node("max(\(variable), maxOf(\(held).\(field.description)))")
    let actions = actionVariables.filter { name in
      actors.allSatisfy { actor in actor.variables.contains { $0.name == name } }
    }
    let bound = actions.isEmpty ? variable : "max(\(([variable] + actions).joined(separator: ",")))"
    return Watermark(
      variable: variable, variables: changes, assignment: object([("let", object([(variable, value)]))]), result: held,
      bound: bound)
  }

  /// Variables that remember when the user did something: `let: {cleared: serverNow}`.
  private var actionVariables: [String] {
    var names: [String] = []
    template.workload.visitSteps { step in
      guard case .assign(let assignments) = step.action else { return }
      for assignment in assignments where ["now", "serverNow"].contains(assignment.value.text) {
        if !names.contains(assignment.name.text) { names.append(assignment.name.text) }
      }
    }
    return names.filter { template.workload.asks(about: $0) }
  }

  /// The step, changed, with the watermark set after every delivery.
  func remembering(_ watermark: Watermark, _ changes: [(key: String, value: Node?)]) -> Node {
    let named = changes + [("as", node(watermark.result))]
    if isListener {
      var steps = [watermark.assignment]
      if case .array(let items)? = member("onChange")?.content { steps = items + steps }
      return step(named + [("onChange", list(steps))])
    }
    return object([("steps", list([step(named), watermark.assignment]))])
  }
}

extension Workload {
  /// Whether a query or a condition depends on the variable.
  fileprivate func asks(about variable: String) -> Bool {
    var found = false
    visitSteps { step in
      switch step.action {
      case .condition(let condition, _, _): if condition.uses(variable: variable) { found = true }
      case .read(let read):
        if case .query(let query) = read.target, query.uses(variable) { found = true }
        if case .query(let query)? = read.intended, query.uses(variable) { found = true }
      case .page(let page): if page.query.uses(variable) { found = true }
      case .detach, .device, .write, .batch, .transaction, .assign, .pause, .perform, .group, .outsideWrite, .realtime:
        break
      }
    }
    return found
  }
}

extension QueryTemplate {
  fileprivate func uses(_ variable: String) -> Bool {
    bindings.values.contains { binding in
      binding.parts.contains { part in
        if case .expression(let expression) = part { expression.uses(variable: variable) } else { false }
      }
    }
  }
}
