import DocumentStore
import FirestoreModel
import Metering
import RulesEvaluator

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
  /// Whether something that happens may create or change the document.
  func mayWrite(_ path: DocumentPath) -> Bool {
    var patterns = background.map(\.write.path)
    let outside = actors.flatMap { $0.betweenSessions + $0.during }
    for step in stepLists.joined() { step.visit { patterns += $0.writtenPatterns } }
    for step in outside { step.visit { patterns += $0.writtenPatterns } }
    return patterns.contains { $0.mayMean(path) }
  }
}

extension Step {
  fileprivate var writtenPatterns: [PathPattern] {
    switch action {
    case .write(let write): [write.path]
    case .batch(let writes): writes.map(\.path)
    case .transaction(let transaction): transaction.writes.map(\.path)
    case .outsideWrite(let write): [write.path]
    case .read, .page, .detach, .device, .assign, .condition, .pause, .perform, .group, .unsupported: []
    }
  }
}

extension PathPattern {
  fileprivate func mayMean(_ path: DocumentPath) -> Bool {
    segments.count == path.segments.count
      && zip(segments, path.segments).allSatisfy { template, id in template.literal.map { Text($0) == id } ?? true }
  }
}
