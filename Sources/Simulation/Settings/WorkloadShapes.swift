import Diagnostics
import QueryModel
package import QueryShapes
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
      let expected = Set(variant.expectedFindings)
      for sent in variant.workload.sentQueries {
        let shape = shape(of: sent, in: variant.workload, expected)
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

  private func shape(of sent: SentQuery, in workload: Workload, _ expected: Set<String>) -> QueryShape {
    let (step, template, database) = (sent.step, sent.template, workload.database)
    return QueryShape(
      name: step.name?.text, kind: QueryShape.Kind(sent), query: template.query, aggregations: sent.aggregations,
      text: template.text, location: location(template.span),
      expectedFindings: step.expectation?.code.map { expected.union([$0]) } ?? expected,
      expectsRefusal: step.expectation?.status != nil, expectsDenial: step.expectsDenial,
      indexFile: database.indexes.map { .init(path: $0.text, location: location($0.span)) },
      edition: database.edition)
  }
}

extension QueryShape.Kind {
  fileprivate init(_ sent: SentQuery) {
    guard sent.aggregations.isEmpty else {
      self = .aggregate
      return
    }
    switch sent.kind {
    case .get: self = .get
    case .listen: self = .listen
    case .page: self = .page
    }
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
