import DocumentStore
import FirestoreModel
import IndexCatalog
import QueryModel
import QueryPlanner

/// A disjunct of a plan with its operands turned into key ranges.
struct CompiledDisjunct: Sendable {
  struct Member: Sendable {
    var layout: IndexLayout
    /// Everything before the suffix: the collection's place and the encoded equality and array-contains values.
    var prefix: [UInt8]
  }

  var members: [Member]
  /// Ranges of suffixes to scan, ascending and disjoint: the first field's filters and the cursors that bound it.
  /// Empty when nothing can match.
  var suffixIntervals: [KeyInterval]
  var filter: SuffixFilter
  var orderKey: OrderKeyRecipe

  /// The matches are exactly the entries of the ranges: counting needs no walk.
  func isCounted(in space: NameSpace) -> Bool {
    members.count == 1 && filter.isEmpty && space.reachesWholeRanges
  }
}

/// Turns one disjunct into key ranges.
struct DisjunctCompiler {
  let plan: QueryPlan
  let disjunct: DisjunctPlan
  let space: NameSpace

  func compile() throws(UnboundOperandError) -> CompiledDisjunct {
    let components = disjunct.suffix.map { order in
      SuffixComponent(path: order.path, descending: order.direction == .descending)
    }
    var compiled = CompiledDisjunct(
      members: [], suffixIntervals: [],
      filter: SuffixFilter(components: components, tests: [], cursorTests: []), orderKey: orderKey(components, [:]))
    guard let constants = try constants() else { return compiled }
    compiled.orderKey = orderKey(components, constants)
    for scan in disjunct.members { compiled.members.append(try member(scan)) }
    try narrow(&compiled, constants)
    return compiled
  }

  /// Encoded values of the fields that have an equality; nil when the equalities contradict each other or another
  /// predicate on the same field.
  private func constants() throws(UnboundOperandError) -> [FieldPath: [UInt8]]? {
    var allowed: [FieldPath: IntervalSet] = [:]
    var constants: [FieldPath: [UInt8]] = [:]
    for predicate in disjunct.conjunction.predicates where predicate.isContains {
      guard case .contains(let operand) = predicate.test else { continue }
      if try operand.boundValue().neverAnElement { return nil }
    }
    for predicate in disjunct.conjunction.predicates where !predicate.path.isDocumentName && !predicate.isContains {
      let intervals = try predicate.fieldIntervals()
      allowed[predicate.path] = allowed[predicate.path, default: .everything].intersection(intervals)
    }
    if allowed.values.contains(where: \.isEmpty) { return nil }
    for predicate in disjunct.conjunction.predicates where predicate.isEquality && !predicate.path.isDocumentName {
      constants[predicate.path] = allowed[predicate.path]?.intervals.first?.lower
    }
    return constants
  }

  private func member(_ scan: IndexScan) throws(UnboundOperandError) -> CompiledDisjunct.Member {
    let layout = space.layout(of: scan.index)
    var prefix = space.keyPrefix
    for field in scan.prefix {
      let value = try prefixValue(of: field)
      var encoder = KeyEncoder()
      encoder.append(value, descending: field.mode == .descending)
      prefix += encoder.bytes
    }
    return CompiledDisjunct.Member(layout: layout, prefix: prefix)
  }

  private func prefixValue(of field: IndexField) throws(UnboundOperandError) -> Value {
    for predicate in disjunct.conjunction.predicates where predicate.path == field.path {
      switch predicate.test {
      case .contains(let operand) where field.mode == .contains: return try operand.boundValue()
      case .equal(let operand) where field.mode != .contains: return try operand.boundValue()
      case .isNull where field.mode != .contains: return .null
      case .isNaN where field.mode != .contains: return .double(.nan)
      default: continue
      }
    }
    preconditionFailure("a planned prefix field is fixed by a predicate of its disjunct")
  }

  private func orderKey(_ components: [SuffixComponent], _ constants: [FieldPath: [UInt8]]) -> OrderKeyRecipe {
    let parts: [OrderKeyRecipe.Part] = plan.scanOrder.map { order in
      if let index = components.firstIndex(where: { $0.path == order.path }) { return .component(index) }
      let bytes = constants[order.path] ?? []
      return .constant(order.direction == .descending ? bytes.map(~) : bytes)
    }
    return OrderKeyRecipe(parts: parts, isSuffix: parts == components.indices.map { .component($0) })
  }
}

extension Value {
  /// `array-contains` null, NaN or an array matches nothing (recorded in production; arrays cannot nest).
  fileprivate var neverAnElement: Bool {
    switch self {
    case .null, .array: true
    default: isNaN
    }
  }
}
