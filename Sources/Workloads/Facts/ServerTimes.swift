import FirestoreModel

/// Fields that rise with every write, since they take the time of the commit.
extension Workload {
  /// By the collection that is written, ids of documents left out: `rooms/*/messages`.
  package var serverTimes: [(collection: String, field: FieldAssignment)] {
    var found: [(collection: String, field: FieldAssignment)] = []
    for write in documentWrites {
      let path = write.path.segments.dropLast().enumerated()
      let names = path.map { $0.offset.isMultiple(of: 2) ? $0.element.literal : "*" }
      // A collection that only the run knows is none of those that are counted.
      guard !names.contains(nil) else { continue }
      let collection = names.compactMap(\.self).joined(separator: "/")
      found += (write.fields ?? []).filter { $0.value == .serverTime }.map { (collection, $0) }
    }
    return found
  }
}
