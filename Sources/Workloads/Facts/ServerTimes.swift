import FirestoreModel

/// Fields that rise with every write, since they take the time of the commit.
extension Workload {
  /// By the collection that is written, ids of documents left out: `rooms/*/messages`.
  package var serverTimes: [(collection: String, field: FieldAssignment)] {
    var found: [(collection: String, field: FieldAssignment)] = []
    func add(_ path: PathPattern, _ fields: [FieldAssignment]) {
      let names = path.segments.dropLast().enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element.literal : "*" }
      // A collection that only the run knows is none of those that are counted.
      guard !names.contains(nil) else { return }
      let collection = names.compactMap(\.self).joined(separator: "/")
      found += fields.filter { $0.value == .serverTime }.map { (collection, $0) }
    }
    for activity in background { add(activity.write.path, activity.write.fields ?? []) }
    visitSteps { step in
      switch step.action {
      case .write(let write): add(write.path, write.fields)
      case .batch(let writes): for write in writes { add(write.path, write.fields) }
      case .transaction(let transaction): for write in transaction.writes { add(write.path, write.fields) }
      case .outsideWrite(let write): add(write.path, write.fields ?? [])
      case .read, .page, .detach, .device, .assign, .condition, .pause, .perform, .group, .realtime: break
      }
    }
    return found
  }
}
