import Diagnostics
import FirestoreModel
import IndexCatalog
import QueryModel

/// The requirements with one order suffix, their prefixes written as bit masks.
struct RequirementFamily {
  let suffix: [Order]
  /// Every prefix element of the family: array-contains first, then equalities by path.
  let elements: [IndexField.Key]
  private let positions: [IndexField.Key: Int]
  private(set) var requiredMasks: [UInt64] = []

  init(suffix: [Order], requirements: [IndexRequirement]) {
    self.suffix = suffix
    let keys = requirements.reduce(into: Set<IndexField.Key>()) { $0.formUnion($1.prefixKeys) }
    elements = keys.sorted { lhs, rhs in
      lhs.isContains == rhs.isContains ? lhs.path < rhs.path : lhs.isContains
    }
    positions = Dictionary(uniqueKeysWithValues: elements.enumerated().map { ($1, $0) })
    guard fitsMask else { return }
    requiredMasks = requirements.map { mask(of: $0.prefixKeys) }.uniqued()
  }

  var fitsMask: Bool { elements.count <= 64 }

  /// Some requirement has no prefix: only the suffix itself serves it.
  var needsEmptyPrefix: Bool { requiredMasks.contains(0) }

  func mask(of keys: Set<IndexField.Key>) -> UInt64 {
    keys.reduce(0) { mask, key in positions[key].map { mask | 1 << UInt64($0) } ?? mask }
  }

  func position(of key: IndexField.Key) -> Int? { positions[key] }

  /// The index of a prefix in the form production suggests.
  func fields(prefix: UInt64) -> [IndexField] {
    let head = elements.indices.filter { prefix & 1 << UInt64($0) != 0 }.map { position in
      IndexField(elements[position].path, elements[position].isContains ? .contains : .ascending)
    }
    return head + suffix.map { IndexField($0.path, $0.direction.mode) }
  }
}

extension RequirementFamily {
  /// One for each suffix, as first needed.
  static func all(of requirements: [IndexRequirement]) -> [RequirementFamily] {
    let groups = Dictionary(grouping: requirements, by: \.suffix)
    return requirements.map(\.suffix).uniqued().map { RequirementFamily(suffix: $0, requirements: groups[$0] ?? []) }
  }
}

/// How an index of a longer suffix looks to a family with a shorter one: the fields it orders by before the common
/// part are prefix fields there, whatever their direction.
struct SuffixLink {
  private let ordered: UInt64
  private let longer: RequirementFamily
  private let shorter: RequirementFamily

  /// Nil unless the suffix of `shorter` ends that of `longer`, and the fields before it can be equalities.
  init?(from longer: RequirementFamily, to shorter: RequirementFamily) {
    let head = longer.suffix.count - shorter.suffix.count
    guard head > 0, Array(longer.suffix.dropFirst(head)) == shorter.suffix else { return nil }
    var ordered: UInt64 = 0
    for order in longer.suffix.prefix(head) {
      guard let position = shorter.position(of: .init(path: order.path, isContains: false)) else { return nil }
      ordered |= 1 << UInt64(position)
    }
    self.ordered = ordered
    self.longer = longer
    self.shorter = shorter
  }

  /// For each family the first one that it is linked with, be it over others.
  static func components(of families: [RequirementFamily]) -> [Int] {
    let places = Dictionary(families.enumerated().map { ($1.suffix, $0) }) { first, _ in first }
    var first = Array(families.indices)
    func root(_ family: Int) -> Int {
      var family = family
      while first[family] != family { family = first[family] }
      return family
    }
    for (place, family) in families.enumerated() {
      for length in 1..<max(1, family.suffix.count) {
        guard let shorter = places[Array(family.suffix.suffix(length))],
          SuffixLink(from: family, to: families[shorter]) != nil
        else { continue }
        let (left, right) = (root(place), root(shorter))
        first[max(left, right)] = min(left, right)
      }
    }
    return families.indices.map { root($0) }
  }

  /// What an index of the longer suffix can hold in its prefix for a requirement of the shorter one: the fields that the
  /// longer family knows, since one that also serves a requirement of that family has no others. Nil if the requirement
  /// lacks an ordered field.
  func withoutOrdered(_ mask: UInt64) -> UInt64? {
    guard mask & ordered == ordered else { return nil }
    return translate(mask & ~ordered, from: shorter, to: longer).known
  }

  /// What a prefix of the longer suffix covers of the shorter family's elements. Nil if it has another field: an index
  /// with that one is of no use there.
  func covered(by prefix: UInt64) -> UInt64? {
    let (known, isComplete) = translate(prefix, from: longer, to: shorter)
    return isComplete && known & ordered == 0 ? known | ordered : nil
  }

  private func translate(
    _ mask: UInt64, from source: RequirementFamily, to target: RequirementFamily
  ) -> (known: UInt64, isComplete: Bool) {
    var (known, isComplete) = (UInt64(0), true)
    for position in source.elements.indices where mask & 1 << UInt64(position) != 0 {
      guard let other = target.position(of: source.elements[position]) else {
        isComplete = false
        continue
      }
      known |= 1 << UInt64(other)
    }
    return (known, isComplete)
  }
}

extension [UInt64] {
  /// All intersections of the given sets; stops growing at `limit`.
  func closedUnderIntersection(limit: Int) -> [UInt64] {
    var known = Set(self)
    var all = self
    var position = 0
    while position < all.count {
      for other in all[..<position] where all.count < limit {
        let common = all[position] & other
        if known.insert(common).inserted { all.append(common) }
      }
      position += 1
    }
    return all
  }
}
