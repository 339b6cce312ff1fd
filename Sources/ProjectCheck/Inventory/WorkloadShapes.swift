import Diagnostics
import QueryModel
package import QueryShapes
import Simulation
package import Workloads

extension WorkloadSuite {
  /// Every query of the workload, of all its variants, each place once, in the order of the file.
  ///
  /// A place that several variants share expects only what all of them expect, so that a finding which one variant is
  /// meant to show still counts for another.
  package var queryShapes: [QueryShape] {
    var shapes: [QueryShape] = []
    var positions: [ShapeKey: Int] = [:]
    for variant in variants {
      var collector = ShapeCollector(
        suite: self, expected: Set(variant.expectedFindings), database: variant.workload.database)
      collector.collect(variant.workload)
      for shape in collector.shapes {
        let key = ShapeKey(shape)
        if let position = positions[key] {
          shapes[position].expectedFindings.formIntersection(shape.expectedFindings)
          shapes[position].expectsRefusal = shapes[position].expectsRefusal && shape.expectsRefusal
          shapes[position].expectsDenial = shapes[position].expectsDenial && shape.expectsDenial
        } else {
          positions[key] = shapes.count
          shapes.append(shape)
        }
      }
    }
    return shapes.enumerated().sorted {
      ($0.element.location.span.start, $0.offset) < ($1.element.location.span.start, $1.offset)
    }.map(\.element)
  }
}

private struct ShapeKey: Hashable {
  var span: Span
  var kind: QueryShape.Kind
  var query: Query
  var aggregations: [Aggregation]
  var indexFile: String?

  init(_ shape: QueryShape) {
    span = shape.location.span
    kind = shape.kind
    query = shape.query
    aggregations = shape.aggregations
    indexFile = shape.indexFile?.path
  }
}

/// Walks the steps of one variant.
private struct ShapeCollector {
  let suite: WorkloadSuite
  let expected: Set<String>
  let database: DatabaseSetting
  var shapes: [QueryShape] = []

  init(suite: WorkloadSuite, expected: Set<String>, database: DatabaseSetting) {
    self.suite = suite
    self.expected = expected
    self.database = database
  }

  mutating func collect(_ workload: Workload) {
    for actor in workload.actors {
      for steps in [actor.steps, actor.betweenSessions, actor.during] { collect(steps) }
    }
    for procedure in workload.procedures { collect(procedure.steps) }
    for entry in workload.timeline { collect(entry.steps) }
  }

  private mutating func collect(_ steps: [Step]) {
    for step in steps { collect(step) }
  }

  private mutating func collect(_ step: Step) {
    switch step.action {
    case .read(let read):
      add(read.target, kind: read.kind == .listen ? .listen : .get, of: step, isServed: read.source != .cache)
      collect(read.each)
      collect(read.onChange)
    case .page(let page):
      if page.source != .cache { add(page.query, [], kind: .page, of: step) }
      collect(page.each)
    case .transaction(let transaction):
      for target in transaction.reads { add(target, kind: .get, of: step, isServed: true) }
    case .condition(_, let then, let otherwise):
      collect(then)
      collect(otherwise)
    case .group(let steps): collect(steps)
    case .realtime: collect(step.children)
    case .detach, .device, .write, .batch, .assign, .pause, .perform, .outsideWrite: break
    }
  }

  /// Reads from the cache alone never reach the service.
  private mutating func add(_ target: ReadTarget, kind: QueryShape.Kind, of step: Step, isServed: Bool) {
    guard isServed else { return }
    switch target {
    case .document: break
    case .query(let template): add(template, [], kind: kind, of: step)
    case .aggregation(let template, let aggregations): add(template, aggregations, kind: .aggregate, of: step)
    }
  }

  private mutating func add(
    _ template: QueryTemplate, _ aggregations: [Aggregation], kind: QueryShape.Kind, of step: Step
  ) {
    var expected = expected
    if let code = step.expectation?.code { expected.insert(code) }
    shapes.append(
      QueryShape(
        name: step.name?.text, kind: kind, query: template.query, aggregations: aggregations, text: template.text,
        location: suite.location(template.span), expectedFindings: expected,
        expectsRefusal: step.expectation?.status != nil, expectsDenial: step.expectsDenial,
        indexFile: database.indexes.map { .init(path: $0.text, location: suite.location($0.span)) },
        edition: database.edition))
  }
}
