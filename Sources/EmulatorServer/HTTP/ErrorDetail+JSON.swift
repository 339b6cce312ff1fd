import FirestoreModel
import StructuredText

extension ErrorDetail {
  /// As REST writes it, without what is empty.
  var json: JSONValue {
    var members: [JSONValue.Member] = [.init("@type", .string(typeURL))]
    switch self {
    case .badRequest(let violations):
      members.append(.init("fieldViolations", .array(violations.map { .object($0.members) })))
    case .errorInfo(let reason, let metadata):
      members.append(.init("reason", .string(reason)))
      members.append(.init("domain", .string(Self.domain)))
      let entries = metadata.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
      if !entries.isEmpty { members.append(.init("metadata", .object(entries))) }
    }
    return .object(members)
  }
}

extension ErrorDetail.FieldViolation {
  fileprivate var members: [JSONValue.Member] {
    let place: [JSONValue.Member] = field.isEmpty ? [] : [.init("field", .string(field))]
    return place + [.init("description", .string(description))]
  }
}
