import DocumentStore
import FirestoreModel
import QueryModel
import QueryPlanner

extension CompiledDisjunct {
  /// A disjunct that names its document reads that document's own entries, wherever the query's order puts them: the
  /// name is looked up, and no other entry is passed over.
  ///
  /// - Returns: unchanged when no filter fixes the name, or when the name comes first and bounds the scan itself.
  func pinned(by conjunction: Conjunction, in snapshot: Snapshot) throws(UnboundOperandError) -> CompiledDisjunct {
    guard filter.components.count > 1, !suffixIntervals.isEmpty, let member = members.first,
      let name = try conjunction.documentName
    else { return self }
    var pinned = self
    let keys = snapshot.document(name.path).map { member.layout.entryKeys(of: $0) } ?? []
    let suffixes = keys.filter { $0.starts(with: member.prefix) }.map { Array($0.dropFirst(member.prefix.count)) }
    let own = IntervalSet(suffixes.map { KeyInterval(lower: $0, upper: $0 + [0]) })
    pinned.suffixIntervals = IntervalSet(suffixIntervals).intersection(own).intervals
    return pinned
  }
}

extension Conjunction {
  /// The document that an equality on `__name__` fixes. Others on the name are tested entry by entry.
  fileprivate var documentName: DocumentName? {
    get throws(UnboundOperandError) {
      for predicate in predicates where predicate.path.isDocumentName {
        guard case .equal(let operand) = predicate.test, case .reference(let name) = try operand.boundValue() else {
          continue
        }
        return name
      }
      return nil
    }
  }
}
