package import Diagnostics
package import FirestoreModel

/// The name under which what a step does is billed, and where the step stands.
package struct OperationID: Hashable, Sendable {
  package var name: Text
  package var span: Span

  package init(name: Text, span: Span) {
    self.name = name
    self.span = span
  }
}

extension Step {
  /// The step's own name, or what it does: `get Users/{i}`.
  package var operation: OperationID { OperationID(name: Text(name?.text ?? action.title), span: span) }
}

extension StepAction {
  /// Names steps that have no name.
  fileprivate var title: String {
    switch self {
    case .read(let read): "\(read.kind.rawValue) \(read.target.title)"
    case .page(let page): "page \(page.query.collectionText)"
    case .write(let write): "\(write.kind.title) \(write.path.sourceText)"
    case .batch(let writes): "batch of \(writes.count)"
    case .transaction: "transaction"
    case .outsideWrite(let write): "write \(write.path.sourceText)"
    case .detach, .device, .assign, .condition, .pause, .perform, .group: "step"
    case .realtime(let request):
      "rtdb \(request.operation.rawValue) \(request.path.segments.isEmpty ? "/" : request.path.sourceText)"
    }
  }
}

extension ReadTarget {
  fileprivate var title: String {
    switch self {
    case .document(let path): path.sourceText
    case .query(let query), .aggregation(let query, _): query.collectionText
    }
  }

  /// As the user wrote it.
  package var text: String {
    switch self {
    case .document(let path): path.sourceText
    case .query(let query), .aggregation(let query, _): query.text
    }
  }

  package var span: Span {
    switch self {
    case .document(let path): path.span
    case .query(let query), .aggregation(let query, _): query.span
    }
  }
}

extension QueryTemplate {
  /// The text up to the first blank: the path of the collection.
  package var collectionText: String { text.split(separator: " ").first.map(String.init) ?? text }
}

extension WriteOperation.Kind {
  package var title: String {
    switch self {
    case .set: "set"
    case .update: "update"
    case .create: "create"
    case .delete: "delete"
    }
  }
}
