import FirestoreModel
import QueryModel
import Workloads

/// What is known of an actor before anything runs: its number and its uid. Everything else may be anything.
struct KnownInstance: PathEnvironment {
  var number: Int64
  var uid: Text?

  var now: Timestamp { Timestamp(microseconds: 0) }
  var serverNow: Timestamp { Timestamp(microseconds: 0) }

  func value(of variable: String) -> Value? {
    switch variable {
    case "i": .integer(number)
    case "uid": uid.map { .string($0) }
    default: nil
    }
  }

  func value(of field: FieldPath, in variable: String) -> Value? { nil }
  func count(of result: String) -> Int64? { nil }
  func extreme(_ extreme: ResultExtreme, of field: FieldPath, in result: String) -> ResultExtremeAnswer {
    .unknownResult
  }
  func newDocumentID() -> Text { "" }
  func anyChild(of collection: CollectionPath) -> Text? { nil }
  func latestChild(of collection: CollectionPath) -> Text? { nil }
}

extension QueryTemplate {
  /// The query with those parts filled in that are the same whenever the instance asks.
  func query(asked instance: KnownInstance) -> Query {
    let known = bindings.compactMapValues { template -> Value? in
      template.isConstant ? try? template.value(in: instance) : nil
    }
    var query = query
    query.source.parent = PathTemplate(query.source.parent.segments.map { $0.filled(known) })
    query.source.collectionID = query.source.collectionID?.filled(known)
    query.filter = query.filter?.filled(known)
    return query
  }
}

extension TextTemplate {
  /// Whether it depends on nothing but fixed texts, the number and the uid of the instance.
  var isConstant: Bool {
    parts.allSatisfy { part in
      switch part {
      case .literal: true
      case .expression(let expression): expression.isConstant
      case .newID, .anyChild, .latestChild: false
      }
    }
  }
}

extension Expression {
  fileprivate var isConstant: Bool {
    var isConstant = true
    root.visit { node in
      switch node.kind {
      case .variable(let name): if name != "i", name != "uid" { isConstant = false }
      case .call(.now, _), .call(.serverNow, _), .member, .count, .extreme: isConstant = false
      case .literal, .unary, .binary, .call: break
      }
    }
    return isConstant
  }
}

extension PathSegment {
  fileprivate func filled(_ known: [Text: Value]) -> PathSegment {
    guard case .expression(let key) = self, let value = known[key] else { return self }
    return .literal(Text(value.interpolationText))
  }
}

extension Filter {
  fileprivate func filled(_ known: [Text: Value]) -> Filter {
    switch self {
    case .field(var field):
      field.operand = field.operand.filled(known)
      return .field(field)
    case .unary: return self
    case .and(let parts): return .and(parts.map { $0.filled(known) })
    case .or(let parts): return .or(parts.map { $0.filled(known) })
    }
  }
}

extension Operand {
  fileprivate func filled(_ known: [Text: Value]) -> Operand {
    switch self {
    case .expression(let key): known[key].map(Operand.value) ?? self
    case .value, .unknown, .parameter: self
    case .array(let parts): Operand(members: parts.map { $0.filled(known) })
    case .map(let parts): Operand(fields: parts.map { MapOperand(name: $0.name, operand: $0.operand.filled(known)) })
    }
  }
}
