package import Diagnostics

/// A declared index that others make unnecessary.
package struct RedundantIndex: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The same fields are declared for the collection group, which serves collection queries as well.
    case servedByGroupIndex
    /// Another index holds the same leading fields in another order before the same rest.
    case permutedPrefix
    /// Every known query is served without it.
    case servedByOthers
  }

  package var index: IndexDefinition
  package var servedBy: [IndexDefinition]
  package var reason: Reason

  package init(_ index: IndexDefinition, servedBy: [IndexDefinition], reason: Reason) {
    self.index = index
    self.servedBy = servedBy
    self.reason = reason
  }
}

extension IndexCatalog {
  /// What can be said without knowing the queries. A prefix of a longer index is not redundant: documents without the
  /// further fields have no entry in the longer one.
  package var redundantByDeclaration: [RedundantIndex] {
    var found: [RedundantIndex] = []
    for (position, definition) in composites.enumerated() {
      var group = definition
      group.scope = .collectionGroup
      if definition.scope == .collection, composites(of: definition.collectionGroup).contains(group) {
        found.append(RedundantIndex(definition, servedBy: [group], reason: .servedByGroupIndex))
        continue
      }
      if let earlier = composites[..<position].first(where: { definition.permutesPrefix(of: $0) }) {
        found.append(RedundantIndex(definition, servedBy: [earlier], reason: .permutedPrefix))
      }
    }
    return found
  }
}

extension IndexDefinition {
  /// Same group, scope and fields, with two or more leading fields in another order and a named rest in common.
  fileprivate func permutesPrefix(of other: IndexDefinition) -> Bool {
    guard self != other, collectionGroup == other.collectionGroup, scope == other.scope,
      fields.count == other.fields.count
    else { return false }
    let common = zip(fields.reversed(), other.fields.reversed()).prefix { $0 == $1 }.count
    let head = fields.count - common
    // With nothing but `__name__` in common, the two may well serve different orders.
    guard head >= 2, common >= 2 else { return false }
    return Set(fields.prefix(head)) == Set(other.fields.prefix(head))
  }
}

extension IndexDefinition {
  /// Whether it holds the same fields, stored alike, in another order.
  fileprivate func permutes(_ other: IndexDefinition) -> Bool {
    self != other && collectionGroup == other.collectionGroup && scope == other.scope
      && Set(fields) == Set(other.fields)
  }
}

extension RedundantIndex {
  /// FB2007; the caller says where the definition stands.
  package func finding(at location: SourceLocation?) -> Diagnostic {
    let others = servedBy.map { "`\($0.completeFieldsText)`" }.joined(separator: " and ")
    let name = "`\(index.collectionGroup)` `\(index.fieldsText)`"
    switch reason {
    case .servedByGroupIndex:
      return Diagnostic(
        .redundantIndex, "\(name) is declared for the collection group as well", at: location,
        help: "keep the COLLECTION_GROUP index; it serves collection queries too")
    case .permutedPrefix:
      return Diagnostic(
        .redundantIndex, "\(name) holds the leading fields of \(others) in another order", at: location,
        help: "keep one of them if all queries test the leading fields for equality")
    case .servedByOthers:
      if servedBy.count == 1, let twin = servedBy.first, index.permutes(twin) {
        return Diagnostic(
          .redundantIndex,
          "\(name) holds the fields of `\(twin.fieldsText)` in another order, and no known query needs both",
          at: location, help: "delete it only if the known queries are all there are")
      }
      return Diagnostic(
        .redundantIndex, "every known query that uses \(name) is served without it", at: location,
        notes: servedBy.isEmpty ? [] : ["served by \(others)"],
        help: "merging several indexes can be slower; delete it only if the queries are complete")
    }
  }
}
