import Diagnostics
import FirestoreModel
import StructuredText

extension QueryReader {
  private static let maximumDepth = 64

  mutating func filter(_ node: Node, at path: String, depth: Int) throws(ProtoJSONProblem) -> Filter {
    guard depth < QueryReader.maximumDepth else {
      throw ProtoJSONProblem(
        .malformedInput, "filters are nested too deeply", node.span,
        refusal: "Invalid JSON payload received. Message too deep.")
    }
    let kinds = ["composite_filter", "field_filter", "unary_filter"]
    let message = try ProtoJSONMessage(node, at: path, type: "\(QueryReader.proto).Filter", fields: kinds)
    guard let (name, content) = try message.choice("filter_type", of: kinds) else {
      refuse(MessageRefusal.unknownFilter)
      return .and([])
    }
    let place = message.path(of: name)
    switch name {
    case "composite_filter": return try compositeFilter(content, at: place, depth: depth)
    case "field_filter": return try fieldFilter(content, at: place)
    default: return try unaryFilter(content, at: place)
    }
  }

  private mutating func compositeFilter(
    _ node: Node, at path: String, depth: Int
  ) throws(ProtoJSONProblem) -> Filter {
    let type = "\(QueryReader.proto).CompositeFilter"
    let message = try ProtoJSONMessage(node, at: path, type: type, fields: ["op", "filters"])
    let op = try message["op"]?.readEnum(
      at: message.path(of: "op"), type: "\(type).Operator", names: [0: "OPERATOR_UNSPECIFIED", 1: "AND", 2: "OR"])
    if op != "AND", op != "OR" { refuse(MessageRefusal.unknownCompositeOperator) }
    var filters: [Filter] = []
    for element in message.list("filters") {
      filters.append(try filter(element.node, at: element.path, depth: depth + 1))
    }
    return op == "OR" ? .or(filters) : .and(filters)
  }

  private mutating func fieldFilter(_ node: Node, at path: String) throws(ProtoJSONProblem) -> Filter {
    let type = "\(QueryReader.proto).FieldFilter"
    let message = try ProtoJSONMessage(node, at: path, type: type, fields: ["field", "op", "value"])
    let field = try fieldReference(message["field"], at: message.path(of: "field"))
    let name = try message["op"]?.readEnum(
      at: message.path(of: "op"), type: "\(type).Operator", names: QueryReader.fieldOperators)
    let op = name.flatMap { FieldOperator(rawValue: $0) }
    if op == nil { refuse(MessageRefusal.unknownFieldOperator) }
    let operand = try value(message["value"], at: message.path(of: "value"))
    return .field(FieldFilter(field, op ?? .equal, operand))
  }

  private mutating func unaryFilter(_ node: Node, at path: String) throws(ProtoJSONProblem) -> Filter {
    let type = "\(QueryReader.proto).UnaryFilter"
    let message = try ProtoJSONMessage(node, at: path, type: type, fields: ["op", "field"])
    let name = try message["op"]?.readEnum(
      at: message.path(of: "op"), type: "\(type).Operator", names: QueryReader.unaryOperators)
    let op = name.flatMap { UnaryOperator(rawValue: $0) }
    if op == nil { refuse(MessageRefusal.unknownUnaryOperator) }
    if message["field"] == nil { refuse(MessageRefusal.unaryOperand) }
    let field = try fieldReference(message["field"], at: message.path(of: "field"))
    return .unary(UnaryFilter(field, op ?? .isNull))
  }

  private static let fieldOperators = [
    0: "OPERATOR_UNSPECIFIED", 1: "LESS_THAN", 2: "LESS_THAN_OR_EQUAL", 3: "GREATER_THAN",
    4: "GREATER_THAN_OR_EQUAL", 5: "EQUAL", 6: "NOT_EQUAL", 7: "ARRAY_CONTAINS", 8: "IN", 9: "ARRAY_CONTAINS_ANY",
    10: "NOT_IN",
  ]

  private static let unaryOperators = [
    0: "OPERATOR_UNSPECIFIED", 2: "IS_NAN", 3: "IS_NULL", 4: "IS_NOT_NAN", 5: "IS_NOT_NULL",
  ]
}
