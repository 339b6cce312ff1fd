import FirestoreModel
import IndexCatalog
import QueryModel

/// An index that ends with the required suffix, together with the part of the prefix it covers.
struct Candidate {
  var scan: IndexScan
  var covered: Set<IndexField.Key>

  /// Nil unless the fields are exactly a prefix made of required fields (in any order, equalities in either direction)
  /// followed by the suffix. Further fields disqualify an index: documents without them have no entry.
  init?(_ index: PlannedIndex, for requirement: IndexRequirement) {
    var fields = index.fields[...]
    switch (requirement.vector, fields.last?.mode) {
    case (let vector?, .vector(let dimension)?):
      guard fields.last?.path == vector.path, vector.dimension ?? dimension == dimension else { return nil }
      fields.removeLast()
    case (nil, .vector?), (.some, _): return nil
    case (nil, _): break
    }
    let prefixCount = fields.count - requirement.suffix.count
    guard prefixCount >= 0 else { return nil }
    let tail = fields.dropFirst(prefixCount)
    guard zip(tail, requirement.suffix).allSatisfy({ $0.path == $1.path && $0.mode == $1.direction.mode })
    else { return nil }
    let prefix = Array(fields.prefix(prefixCount))
    guard let covered = requirement.coverage(of: prefix) else { return nil }
    scan = IndexScan(index: index, prefix: prefix)
    self.covered = covered
  }
}

extension IndexField {
  /// An element of the required prefix: the same path may stand in it as an equality and as array-contains.
  struct Key: Hashable {
    var path: FieldPath
    var isContains: Bool
  }

  var key: Key { Key(path: path, isContains: mode == .contains) }
}

extension IndexRequirement {
  var prefixKeys: Set<IndexField.Key> { Set(prefixFields.map(\.key)) }

  /// The required elements these fields fix, or nil if one of them is not required or is repeated.
  fileprivate func coverage(of prefix: [IndexField]) -> Set<IndexField.Key>? {
    let required = prefixKeys
    var covered: Set<IndexField.Key> = []
    for field in prefix {
      if case .vector = field.mode { return nil }
      guard required.contains(field.key), covered.insert(field.key).inserted else { return nil }
    }
    return covered
  }
}
