import FirestoreModel
package import FirestoreRulesEvaluator

/// What is known of a value without knowing any request.
///
/// It covers every value that the expression may have: a check may claim only what holds for all of ``kinds``.
package struct InferredType: Sendable {
  /// What the value may be. Empty: evaluation ends in an error in every case.
  package var kinds: Kinds
  /// Whether evaluation may also end in an error, for instance because a field is missing.
  package var mayFail: Bool
  /// The value, when it is always the same.
  package var constant: RuleValue?
  /// What is known of the entries, when it is a map. An entry whose type may fail may be missing.
  package var fields: [String: InferredType]
  /// Whether a map may have other entries than ``fields``.
  package var isOpen: Bool
  /// The type of the elements of a list or set; empty or one.
  private var elementType: [InferredType]
  /// What messages call it: `request`, `resource`. For one method, types of the same label have the same entries.
  package var label: String?

  package init(
    _ kinds: Kinds, mayFail: Bool = false, constant: RuleValue? = nil, fields: [String: InferredType] = [:],
    isOpen: Bool = true, element: InferredType? = nil, label: String? = nil
  ) {
    self.kinds = kinds
    self.mayFail = mayFail
    self.constant = constant
    self.fields = fields
    self.isOpen = isOpen
    elementType = element.map { [$0] } ?? []
    self.label = label
  }

  /// Long values are not kept: computing with them could take any amount of time and space.
  package init(constant: RuleValue) {
    self.init(Kinds(constant.type), constant: constant.isShort ? constant : nil)
    if case .list(let list) = constant, list.count <= 100 {
      let elements = list.values.map { InferredType(Kinds($0.type)) }
      if let first = elements.first { element = elements.dropFirst().reduce(first) { $0.joined($1) } }
    }
  }

  /// A value of any type, as an argument that nobody passes.
  package static let any = InferredType(.all, mayFail: true)
  /// A field of a document, a claim or an element of either.
  package static let stored = InferredType(.storable, mayFail: true)
  /// An error in every case.
  package static let failing = InferredType([], mayFail: true)

  /// The type of the elements, when it is a list or set.
  package var element: InferredType {
    get { elementType.first ?? .any }
    set { elementType = [newValue] }
  }

  package var isFailing: Bool { kinds.isEmpty }

  /// What it comes out as where a condition is needed.
  package var truths: Truths {
    var truths: Truths = []
    if kinds.contains(.boolean) {
      if case .boolean(let value) = constant {
        truths = value ? .isTrue : .isFalse
      } else {
        truths = [.isTrue, .isFalse]
      }
    }
    if mayFail || kinds != .boolean { truths.insert(.isError) }
    return truths
  }

  /// The type of a logical result.
  package init(_ truths: Truths) {
    let values = truths.subtracting(.isError)
    self.init(values.isEmpty ? [] : .boolean, mayFail: truths.contains(.isError))
    if values == .isTrue { constant = .boolean(true) }
    if values == .isFalse { constant = .boolean(false) }
  }

  /// What holds for both.
  package func joined(_ other: InferredType) -> InferredType {
    if isFailing || other.isFailing {
      var joined = isFailing ? other : self
      joined.mayFail = true
      return joined
    }
    var joined = InferredType(kinds.union(other.kinds), mayFail: mayFail || other.mayFail)
    if let constant, let same = other.constant, Self.areSame(constant, same) { joined.constant = constant }
    if let label, label == other.label { joined.label = label }
    joined.joinFields(of: self, other)
    if elementType.isEmpty || other.elementType.isEmpty {
      let only = kinds.isDisjoint(with: [.list, .set]) ? other : self
      let both = !kinds.isDisjoint(with: [.list, .set]) && !other.kinds.isDisjoint(with: [.list, .set])
      joined.elementType = both ? [] : only.elementType
    } else {
      joined.elementType = [element.joined(other.element)]
    }
    return joined
  }

  private mutating func joinFields(of one: InferredType, _ other: InferredType) {
    guard one.kinds.contains(.map), other.kinds.contains(.map) else {
      let map = one.kinds.contains(.map) ? one : other
      (fields, isOpen) = (map.fields, map.isOpen)
      return
    }
    isOpen = one.isOpen || other.isOpen
    for name in Set(one.fields.keys).union(other.fields.keys) {
      var field = (one.fields[name] ?? .failing).joined(other.fields[name] ?? .failing)
      let isUnknownInOne = (one.fields[name] == nil && one.isOpen) || (other.fields[name] == nil && other.isOpen)
      if isUnknownInOne { field = .stored }
      fields[name] = field
    }
  }

  /// A text that differs whenever the types differ.
  var signature: String {
    let failure = mayFail ? "!" : ""
    if let label { return "\(label)\(failure):\(kinds.rawValue)" }
    let value = constant.map { "=\($0)" } ?? ""
    let inner = elementType.first.map { "<\($0.signature)>" } ?? ""
    let entries = fields.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.signature)" }.joined(separator: ",")
    return "\(kinds.rawValue)\(failure)\(value)\(inner){\(entries)\(isOpen ? "…" : "")}"
  }

  /// How many types it is made of, and how deep they stand in each other.
  private var size: (count: Int, depth: Int) {
    var (count, depth) = (1, 0)
    for part in Array(fields.values) + elementType {
      let inner = part.size
      count += inner.count
      depth = max(depth, inner.depth)
    }
    return (count, depth + 1)
  }

  /// Without the details when there are very many, as in containers that are built of containers again and again.
  var bounded: InferredType {
    let size = size
    guard size.count > 100 || size.depth > 4 else { return self }
    return InferredType(kinds, mayFail: mayFail)
  }

  private static func areSame(_ one: RuleValue, _ other: RuleValue) -> Bool { "\(one)" == "\(other)" }
}

extension RuleValue {
  /// Whether it is a scalar, or a list of a few, of the size that people write into rules.
  fileprivate var isShort: Bool {
    switch self {
    case .null, .boolean, .integer, .float, .timestamp, .duration, .geoPoint: true
    case .string(let text): text.byteCount <= 1_000
    case .bytes(let bytes): bytes.count <= 1_000
    case .list(let list): list.count <= 100 && list.values.allSatisfy { !$0.isContainer && $0.isShort }
    case .path, .map, .set, .mapDiff: false
    }
  }

  private var isContainer: Bool {
    switch self {
    case .list, .map, .set, .mapDiff: true
    case .null, .boolean, .integer, .float, .timestamp, .duration, .geoPoint, .string, .bytes, .path: false
    }
  }
}
