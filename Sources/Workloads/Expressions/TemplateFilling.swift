import Diagnostics
package import FirestoreModel

/// What paths can see beyond expressions: new ids and existing children.
package protocol PathEnvironment: ExpressionEnvironment {
  /// 20 characters from the run's seed.
  mutating func newDocumentID() -> Text
  /// A seeded choice among the documents of the collection; nil when it is empty.
  mutating func anyChild(of collection: CollectionPath) -> Text?
  /// The document created last; nil when the collection is empty.
  mutating func latestChild(of collection: CollectionPath) -> Text?
}

extension TextTemplate {
  /// The typed value: of a single expression its own, otherwise a string.
  ///
  /// - Throws: for `{auto}`, `{any}` and `{latest}`, too, which only paths can fill in.
  package func value(in environment: some ExpressionEnvironment) throws(ExpressionError) -> Value {
    if let singleExpression { return try singleExpression.evaluate(in: environment) }
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .expression(let expression): text += try expression.evaluate(in: environment).interpolationText
      case .newID, .anyChild, .latestChild:
        throw ExpressionError("`{auto}`, `{any}` and `{latest}` can only stand in paths", span: span)
      }
    }
    return .string(Text(text))
  }

  package func text(in environment: some ExpressionEnvironment) throws(ExpressionError) -> Text {
    Text(try value(in: environment).interpolationText)
  }

  /// As a segment of a path; `collection` is nil where the segment is a collection's id.
  fileprivate func segment(
    in environment: inout some PathEnvironment, of collection: CollectionPath?
  ) throws(ExpressionError) -> Text {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .expression(let expression): text += try expression.evaluate(in: environment).interpolationText
      case .newID: text += environment.newDocumentID().string
      case .anyChild: text += try child(collection) { environment.anyChild(of: $0) }.string
      case .latestChild: text += try child(collection) { environment.latestChild(of: $0) }.string
      }
    }
    return Text(text)
  }

  private func child(_ collection: CollectionPath?, _ find: (CollectionPath) -> Text?) throws(ExpressionError) -> Text {
    guard let collection else {
      throw ExpressionError("`{any}` and `{latest}` can only stand for a document's id", span: span)
    }
    guard let id = find(collection) else {
      throw ExpressionError("`\(collection)` has no documents", span: span)
    }
    return id
  }
}

extension PathPattern {
  /// Every segment filled in, from left to right.
  package func segments(in environment: inout some PathEnvironment) throws(ExpressionError) -> [Text] {
    var result: [Text] = []
    for segment in segments {
      let collection = result.count.isMultiple(of: 2) ? nil : CollectionPath(segments: result)
      result.append(try segment.segment(in: &environment, of: collection))
    }
    return result
  }

  /// - Throws: also when the filled-in path is refused by the service, with its own message.
  package func documentPath(in environment: inout some PathEnvironment) throws(ExpressionError) -> DocumentPath {
    guard let path = DocumentPath(segments: try segments(in: &environment)) else {
      throw ExpressionError("a document's path has an even number of segments", span: span)
    }
    do throws(FirestoreError) {
      try path.validate()
    } catch {
      throw ExpressionError("`\(path)` is no document path: \(error.message)", span: span)
    }
    return path
  }
}
