import DocumentStore
import FirestoreModel
import QueryModel

/// The live targets of one collection, found by what they ask for: a change concerns those alone that ask for a value
/// that its document has, or had.
struct CollectionTargets {
  /// A field that a query compares with one value.
  private struct Field: Hashable {
    var path: FieldPath
    /// One of the elements, not the whole value.
    var isElement: Bool
  }

  /// Values of which it is certain which are equal.
  private enum Scalar: Hashable {
    case text(Text)
    case number(Int64)
    case flag(Bool)

    init?(_ value: Value) {
      switch value {
      case .string(let text): self = .text(text)
      case .integer(let number): self = .number(number)
      case .boolean(let flag): self = .flag(flag)
      case .double(let double):
        guard let number = Int64(exactly: double) else { return nil }
        self = .number(number)
      case .null, .timestamp, .bytes, .reference, .geoPoint, .array, .vector, .map: return nil
      }
    }

    /// Fields with few values leave many targets to look at.
    var rank: Int {
      switch self {
      case .text: 2
      case .number: 1
      case .flag: 0
      }
    }
  }

  private var byValue: [Field: [Scalar: [LiveTarget]]] = [:]
  /// Those that any change may concern.
  private var others: [LiveTarget] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func insert(_ target: LiveTarget, of query: Query) {
    count += 1
    if let (field, value) = Self.condition(of: query) {
      byValue[field, default: [:]][value, default: []].append(target)
    } else {
      others.append(target)
    }
  }

  mutating func remove(_ target: LiveTarget, of query: Query) {
    count -= 1
    guard let (field, value) = Self.condition(of: query) else {
      others.removeAll { $0 === target }
      return
    }
    byValue[field]?[value]?.removeAll { $0 === target }
    if byValue[field]?[value]?.isEmpty == true { byValue[field]?[value] = nil }
    if byValue[field]?.isEmpty == true { byValue[field] = nil }
  }

  /// Those that a change may concern; some of them more than once.
  func visit(_ change: DocumentChange, all: Bool, _ action: (LiveTarget) -> Void) {
    others.forEach(action)
    if all { return byValue.values.forEach { $0.values.forEach { $0.forEach(action) } } }
    for (field, targets) in byValue {
      for document in [change.old, change.new] {
        guard let value = document?.fields[field.path] else { continue }
        for scalar in Self.scalars(of: value, field) { targets[scalar]?.forEach(action) }
      }
    }
  }

  private static func scalars(of value: Value, _ field: Field) -> [Scalar] {
    guard field.isElement else { return Scalar(value).map { [$0] } ?? [] }
    guard case .array(let elements) = value else { return [] }
    return elements.compactMap { Scalar($0) }
  }

  /// A condition that every document of the result fulfils.
  private static func condition(of query: Query) -> (Field, Scalar)? {
    var best: (field: Field, value: Scalar)?
    // Longer texts are compared by their beginning.
    let longestText = 1_000
    for filter in query.filter?.conjuncts ?? [] {
      guard case .field(let filter) = filter, filter.op == .equal || filter.op == .arrayContains,
        !filter.path.isDocumentName, case .value(let operand) = filter.operand, let value = Scalar(operand)
      else { continue }
      if case .text(let text) = value, text.byteCount > longestText { continue }
      if let best, best.value.rank >= value.rank { continue }
      best = (Field(path: filter.path, isElement: filter.op == .arrayContains), value)
    }
    return best.map { ($0.field, $0.value) }
  }
}

extension Filter {
  fileprivate var conjuncts: [Filter] {
    if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }
}
