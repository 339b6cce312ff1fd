import FirestoreModel
package import QueryModel
package import Workloads

extension CodeRequest {
  /// `{from: ItemStore.start, with: {households: a}}`, with made-up values; nil for requests that have no name, or that a
  /// step cannot ask.
  var reference: String? {
    var values: [String] = []
    for (_, part) in openParts {
      guard let value = part.standIn else { return nil }
      values.append(value)
    }
    return reference(giving: values)
  }

  /// - Parameter values: of all open parts, as YAML.
  func reference(giving values: [String]) -> String? {
    guard obstacle == nil, let function else { return nil }
    // A single word could be a collection.
    let name = function.contains(".") ? function : "\(function)()"
    let given = zip(openParts, values).map { "\(YAMLScalar.text($0.name)): \($1)" }
    let with = given.isEmpty ? "" : ", with: {\(given.joined(separator: ", "))}"
    return "{from: \(YAMLScalar.text(name))\(with)}"
  }

  /// What the run of the request gives.
  package var openParts: [(name: String, part: OpenParts.Part)] { OpenParts(target).parts }

  /// The values, as YAML, with which it asks a query of the same shape; nil where it asks another one.
  package func values(asking query: Query) -> [String]? {
    guard case .query(let own, _) = target else { return nil }
    var given: [OpenParts.Part: Operand] = [:]
    var values: [String] = []
    for (_, part) in openParts {
      guard let operand = query.operand(of: part), given[part] == nil, let text = operand.yaml else { return nil }
      given[part] = operand
      values.append(text)
    }
    guard own.limit == query.limit || own.unknownBounds.contains(.limit),
      own.operands.allSatisfy({ query.operands.contains($0) }),
      zip(own.source.parent.segments, query.source.parent.segments).allSatisfy({ $0.literal == nil || $0 == $1 })
    else { return nil }
    return values
  }
}

extension Query {
  /// What stands in a query where a request of the sources leaves something open.
  fileprivate func operand(of part: OpenParts.Part) -> Operand? {
    switch part {
    case .document(let collection):
      let segments = source.parent.segments
      guard let index = segments.firstIndex(where: { $0.literal?.string == collection }), index + 1 < segments.count,
        let id = segments[index + 1].literal
      else { return nil }
      return .value(.string(id))
    case .comparison(let path, let op):
      let found = filters.filter { $0.path == path && $0.op == op }
      return found.count == 1 ? found[0].operand : nil
    case .limit: return limit.map { .value(.integer(Int64($0))) }
    case .offset: return .value(.integer(Int64(offset)))
    case .start, .end, .vector: return nil
    }
  }

  /// Of conditions that have to hold together.
  private var filters: [FieldFilter] { filter.map(Self.filters) ?? [] }

  private static func filters(_ filter: Filter) -> [FieldFilter] {
    switch filter {
    case .field(let field): [field]
    case .and(let parts), .or(let parts): parts.flatMap(filters)
    case .unary: []
    }
  }

  /// Conditions of which the value is known.
  fileprivate var operands: [FieldFilter] { filters.filter { $0.operand.knownValue != nil } }
}

extension Operand {
  /// As YAML; nil for what YAML has no word for.
  fileprivate var yaml: String? {
    guard let value = knownValue else { return nil }
    // A moment of the recording says nothing about another run.
    if case .timestamp = value { return nil }
    if case .array(let elements) = value {
      let texts = elements.compactMap(YAMLScalar.value)
      return texts.count == elements.count ? "[\(texts.joined(separator: ", "))]" : nil
    }
    return YAMLScalar.value(value)
  }
}

extension OpenParts.Part {
  /// The value of a first workload as YAML; nil where none is.
  fileprivate var standIn: String? {
    switch self {
    case .document(let collection): YAMLScalar.text(StandIn.id(in: Text(collection)).string)
    case .comparison(let field, let op):
      switch op {
      case .in, .notIn, .arrayContainsAny: StandIn.value(of: field).operand.map { "[\($0)]" }
      case .equal, .notEqual, .arrayContains: StandIn.value(of: field).operand
      case .lessThan, .lessThanOrEqual: StandIn.bound(of: field, isLower: false).operand
      case .greaterThan, .greaterThanOrEqual: StandIn.bound(of: field, isLower: true).operand
      }
    case .limit: "\(StandIn.limit)"
    case .offset: "0"
    case .start, .end, .vector: nil
    }
  }
}

extension Value {
  /// As an operand of a query; a time is one of the clock.
  fileprivate var operand: String? {
    if case .timestamp = self { "'{\(StandIn.time)}'" } else { YAMLScalar.value(self) }
  }
}

extension WorkloadSuite {
  /// Whether a step asks the request of the sources.
  func asks(_ request: CodeRequest) -> Bool {
    guard case .query = request.target else { return true }
    return variants.contains { variant in
      variant.workload.sentQueries.contains { $0.template.code?.location == request.location }
    }
  }
}
