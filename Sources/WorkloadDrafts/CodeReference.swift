import FirestoreModel
import QueryModel
import Workloads

extension CodeRequest {
  /// `{from: ItemStore.start, with: {households: a}}`; nil for requests that have no name, or that a step cannot ask.
  var reference: String? {
    guard obstacle == nil, let function else { return nil }
    // A single word could be a collection.
    let name = function.contains(".") ? function : "\(function)()"
    var values: [String] = []
    for (name, part) in OpenParts(target).parts {
      guard let value = part.standIn else { return nil }
      values.append("\(YAMLScalar.text(name)): \(value)")
    }
    let with = values.isEmpty ? "" : ", with: {\(values.joined(separator: ", "))}"
    return "{from: \(YAMLScalar.text(name))\(with)}"
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
