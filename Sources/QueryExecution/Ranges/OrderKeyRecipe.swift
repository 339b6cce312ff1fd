/// How an entry's suffix becomes a key of the plan's scan order: clauses whose field has an equality are constant
/// within a disjunct and are not in its suffix.
struct OrderKeyRecipe: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case constant([UInt8])
    case component(Int)
  }

  var parts: [Part]
  /// The suffix is the key: no constants.
  var isSuffix: Bool

  func key(_ suffix: [UInt8], _ slices: SuffixSlices) -> [UInt8] {
    if isSuffix { return suffix }
    var key: [UInt8] = []
    for part in parts {
      switch part {
      case .constant(let bytes): key += bytes
      case .component(let index): key += slices[index]
      }
    }
    return key
  }
}
