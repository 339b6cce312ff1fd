package import FirestoreModel

extension Step {
  /// Every expression of the step itself, wherever it stands: in conditions and assignments, in the placeholders of
  /// queries, paths and written fields, in the app's own filter. Steps inside it are not looked at.
  package var everyExpression: [Expression] {
    switch action {
    case .read(let read):
      read.targets.flatMap(\.expressions) + [read.keep].compactMap(\.self)
    case .page(let page):
      page.query.expressions + (page.intended?.expressions ?? []) + [page.keep].compactMap(\.self)
    case .write(let write): write.expressions
    case .batch(let writes): writes.flatMap(\.expressions)
    case .transaction(let transaction):
      transaction.reads.flatMap(\.expressions) + transaction.writes.flatMap(\.expressions)
    case .outsideWrite(let write):
      write.path.expressions + (write.fields ?? []).flatMap { $0.value.texts.flatMap(\.expressions) }
    case .assign(let assignments): assignments.map(\.value)
    case .condition(let condition, _, _): [condition]
    case .realtime(let request): request.expressions
    case .detach, .device, .pause, .perform, .group: []
    }
  }
}

extension Step {
  /// Those of them in written fields, which see the id of what is written.
  var fieldExpressions: [Expression] {
    switch action {
    case .realtime(let request): request.operation.isWrite ? request.expressions : []
    case .read, .page, .write, .batch, .transaction, .outsideWrite, .assign, .condition, .detach, .device, .pause,
      .perform, .group:
      documentWrites.flatMap { $0.fields ?? [] }.flatMap { $0.value.texts.flatMap(\.expressions) }
    }
  }
}

extension Expression {
  /// Whether it asks for the number of a result's documents.
  package func counts(result: String) -> Bool {
    var found = false
    root.visit { node in
      if case .count(let name) = node.kind, name == result { found = true }
    }
    return found
  }

  /// The fields whose largest or smallest value it asks a result for.
  package func extremes(of result: String) -> [(extreme: ResultExtreme, field: FieldPath)] {
    var found: [(extreme: ResultExtreme, field: FieldPath)] = []
    root.visit { node in
      if case .extreme(let extreme, let name, let field) = node.kind, name == result { found.append((extreme, field)) }
    }
    return found
  }
}

extension TextTemplate {
  fileprivate var expressions: [Expression] {
    parts.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
  }
}

extension PathPattern {
  fileprivate var expressions: [Expression] { segments.flatMap(\.expressions) }
}

extension QueryTemplate {
  fileprivate var expressions: [Expression] {
    bindings.sorted { $0.key < $1.key }.flatMap(\.value.expressions)
  }
}

extension ReadTarget {
  fileprivate var expressions: [Expression] {
    switch self {
    case .document(let path): path.expressions
    case .query(let template), .aggregation(let template, _): template.expressions
    }
  }
}

extension WriteOperation {
  fileprivate var expressions: [Expression] {
    path.expressions + fields.flatMap { $0.value.texts.flatMap(\.expressions) }
  }
}

extension RealtimeStep {
  fileprivate var expressions: [Expression] {
    var texts =
      path.segments + values.flatMap(\.path.segments)
      + query.bounds.flatMap { $0.value.texts + [$0.key].compactMap(\.self) }
    for value in writtenValues {
      value.visit(field: { texts += $0.texts }, key: { texts.append($0) })
    }
    return texts.flatMap(\.expressions)
  }
}
