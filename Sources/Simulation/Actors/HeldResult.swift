import FirestoreModel
import QueryExecution
import QueryModel
import RealtimeDatabase
import Workloads

/// What a name given by `as:` stands for.
enum HeldResult {
  /// Results as the server sent them, one part per page. Nothing is read from them until asked for.
  case windows([ResultPart])
  /// Documents that passed the app's own filter.
  case documents([Document])
  /// A get or a document listener.
  case single(Document?)
  /// Children of a location of the Realtime Database.
  case children(RealtimeWindow)
  /// An aggregation: its values by alias, and how many documents it counted where it was asked to.
  case values([AggregationResult.Entry], counted: Int?)
}

/// The first `shown` documents of a result.
struct ResultPart {
  var window: ResultWindow
  var shown: Int
  /// The first clause of the order in which the documents are handed out.
  var leadingOrder: Order?
  /// Nobody has asked the server.
  var isFromCache = false
}

extension HeldResult {
  var count: Int {
    switch self {
    case .windows(let parts): parts.reduce(0) { $0 + $1.shown }
    case .documents(let documents): documents.count
    case .single(let document): document == nil ? 0 : 1
    case .children(let window): window.count
    case .values(let values, let counted): counted ?? values.count
    }
  }

  var documents: [Document] {
    switch self {
    case .windows(let parts): parts.flatMap { part in (0..<part.shown).compactMap { part.window.document(at: $0) } }
    case .documents(let documents): documents
    case .single(let document): document.map { [$0] } ?? []
    case .children, .values: []
    }
  }

  var ids: [Text] { members.map(\.id) }

  var members: [ResultMember] {
    switch self {
    case .windows(let parts):
      parts.flatMap { part in
        (0..<part.shown).compactMap { part.window.path(at: $0).map(ResultMember.init) }
      }
    case .documents(let documents): documents.map { ResultMember($0.path) }
    case .single(let document): document.map { [ResultMember($0.path)] } ?? []
    case .children(let window): window.keys.map { ResultMember(id: $0.text) }
    case .values: []
    }
  }

  /// The largest or smallest value of a field. A window ordered by that field has it at one end; otherwise every
  /// document is looked at.
  func extreme(_ extreme: ResultExtreme, of field: FieldPath) -> Value? {
    switch self {
    case .windows(let parts): best(parts.compactMap { $0.extreme(extreme, of: field) }, extreme)
    case .documents(let documents): best(documents.compactMap { $0.value(at: field) }, extreme)
    case .single(let document): document?.value(at: field)
    case .children(let window): best(window.entries.compactMap { $0.node.value(at: field) }, extreme)
    case .values: nil
    }
  }
}

extension ResultPart {
  fileprivate func extreme(_ extreme: ResultExtreme, of field: FieldPath) -> Value? {
    guard shown > 0 else { return nil }
    if let leadingOrder, leadingOrder.path == field {
      let wantsFirst = (leadingOrder.direction == .ascending) == (extreme == .minOf)
      return window.document(at: wantsFirst ? 0 : shown - 1)?.value(at: field)
    }
    return best((0..<shown).compactMap { window.document(at: $0)?.value(at: field) }, extreme)
  }
}

private func best(_ values: [Value], _ extreme: ResultExtreme) -> Value? {
  values.reduce(nil) { best, value in
    guard let best else { return value }
    let order = value.compared(to: best)
    return (extreme == .maxOf ? order > 0 : order < 0) ? value : best
  }
}

extension Document {
  /// `__name__` is the document's id here: expressions know no references.
  func value(at field: FieldPath) -> Value? {
    field.isDocumentName ? .string(path.id) : fields[field]
  }
}

extension RealtimeNode {
  /// The value below a child; nil where there is none, or where there are children.
  fileprivate func value(at field: FieldPath) -> Value? {
    switch self[RealtimePath(field.segments.map { RealtimeKey($0.string) })].leaf {
    case nil: return nil
    case .boolean(let flag)?: return .boolean(flag)
    case .string(let text)?: return .string(text)
    case .number(let number)?: return Int64(exactly: number).map(Value.integer) ?? .double(number)
    }
  }
}
