import DocumentStore
import FirestoreModel
import FirestoreRulesEvaluator
import Metering
import Simulation
import Workloads

/// The documents that a workload starts with, as far as rules may have to read them.
struct SeedDocuments: Hashable {
  private let data: [DataEntry]
  private let seed: UInt64
  private let clock: ClockSetting

  init(of workload: Workload) {
    data = workload.data
    seed = workload.seed
    clock = workload.clock
  }

  static func snapshot(of workload: Workload, in database: DatabaseName) -> Snapshot? {
    SeedDocuments(of: workload).snapshot(in: database)
  }

  /// More are not made just to prove something.
  private static let limit: Int128 = 20_000

  /// Nil when there are too many of them, or chance decides how many.
  func snapshot(in database: DatabaseName) -> Snapshot? {
    var planned: Int128 = 0
    for entry in data {
      guard let count = entry.plannedDocuments else { return nil }
      planned += count
      if planned > Self.limit { return nil }
    }
    let store = DocumentStore(
      database: database, createTime: Timestamp(microseconds: clock.start.microseconds - 2), retention: 0)
    for (position, entry) in data.enumerated() {
      var generator = DocumentGenerator(entry, at: position, seed: seed, clock: clock)
      var writes: [Write] = []
      // What cannot be made or stored is reported where the workload runs.
      while let document = try? generator.next() { writes.append(Write(document.path, .set(document.fields))) }
      _ = try? store.commit(writes, at: Timestamp(microseconds: clock.start.microseconds - 1))
    }
    return store.current
  }
}

extension Workload {
  /// Whether something that happens may create or change the document, in a way that conditions see.
  func mayChange(_ path: DocumentPath, from start: Snapshot, asReadBy facts: ListFacts) -> Bool {
    let exists = start.document(path) != nil
    return documentWrites.contains { write in
      guard write.path.mayMean(path) else { return false }
      guard let fields = write.mergedFields else { return true }
      return (!exists && write.kind != .update) || facts.mayRead(fields)
    }
  }
}

extension DocumentWrite {
  /// Nil: the write changes the document as a whole.
  fileprivate var mergedFields: [FieldAssignment]? {
    switch kind {
    case .set(merge: true), .update: fields
    case .set, .create, .delete: nil
    }
  }
}

extension PathPattern {
  fileprivate func mayMean(_ path: DocumentPath) -> Bool {
    segments.count == path.segments.count
      && zip(segments, path.segments).allSatisfy { template, id in template.literal.map { Text($0) == id } ?? true }
  }
}
