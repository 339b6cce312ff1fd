import FirestoreModel

// The order in which `firebase firestore:indexes` lists what it exports. Strings compare by UTF-16 units there.

extension IndexDefinition {
  static func precedesInExport(_ lhs: IndexDefinition, _ rhs: IndexDefinition) -> Bool {
    if lhs.collectionGroup != rhs.collectionGroup { return lhs.collectionGroup.precedesInScript(rhs.collectionGroup) }
    if lhs.scope != rhs.scope { return lhs.scope == .collectionGroup }
    return lhs.writtenFields.lexicographicallyPrecedes(rhs.writtenFields, by: IndexField.precedesInExport)
  }
}

extension IndexField {
  fileprivate static func precedesInExport(_ lhs: IndexField, _ rhs: IndexField) -> Bool {
    if lhs.path != rhs.path { return Text(lhs.path.description).precedesInScript(Text(rhs.path.description)) }
    return lhs.mode.exportRank < rhs.mode.exportRank
  }
}

extension IndexMode {
  /// Ascending before descending before everything without an order.
  fileprivate var exportRank: Int {
    switch self {
    case .ascending: 0
    case .descending: 1
    case .contains: 2
    case .vector(let dimension): 3 + dimension
    }
  }
}

extension FieldOverride {
  static func precedesInExport(_ lhs: FieldOverride, _ rhs: FieldOverride) -> Bool {
    if lhs.collectionGroup != rhs.collectionGroup { return lhs.collectionGroup.precedesInScript(rhs.collectionGroup) }
    if (lhs.ttl ?? false) != (rhs.ttl ?? false) { return rhs.ttl == true }
    return Text(lhs.target.text).precedesInScript(Text(rhs.target.text))
  }
}

extension Text {
  fileprivate func precedesInScript(_ other: Text) -> Bool {
    string.utf16.lexicographicallyPrecedes(other.string.utf16)
  }
}
