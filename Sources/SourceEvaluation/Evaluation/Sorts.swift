import SourceSyntax
import SourceTokens

extension Evaluator {
  /// What a value is to the rows of models.
  func sort(_ value: ValueID) -> ValueSort {
    switch arena.kind(value) {
    case .query:
      isRealtime(value) ? .realtime : isPipeline(value) ? .pipeline : isAggregation(value) ? .aggregation : .query
    case .made: sort(arena.construct(value) ?? .unknown)
    case .result: requests[Int(arena[value].payload)].part == .stream ? .stream : .result
    case .integer, .scalar: .number
    case .boolean: .boolean
    case .object: .object
    case .list: .list
    case .record: .record
    case .text: .text
    case .function, .external: .function
    case .unknown: .unknown
    default: .any
    }
  }

  /// The sorts whose rows are asked, the most precise one first.
  func sorts(_ value: ValueID) -> [ValueSort] {
    switch sort(value) {
    case .aggregation: [.aggregation, .query, .any]
    case .stream where arena.kind(value) == .result: [.stream, .result, .any]
    case .result: [part(ofResult: value), .result, .any]
    case .documentSnapshot: [.documentSnapshot, .result, .any]
    case .any: [.any]
    case let sort: [sort, .any]
    }
  }

  /// Which part of an answer a result is.
  func part(ofResult value: ValueID) -> ValueSort {
    switch requests[Int(arena[value].payload)].part {
    case .snapshot, .snapshots, .nothing: .snapshot
    case .documents: .documents
    case .document: .documentSnapshot
    case .stream: .stream
    }
  }

  private func sort(_ construct: Construct) -> ValueSort {
    switch construct {
    case .database: .database
    case .options: .options
    case .document, .anyDocument, .reference, .documentOf, .parent: .document
    case .batch: .batch
    case .transaction: .transaction
    case .bulkWriter: .bulkWriter
    case .wrapper: .wrapper
    case .handle: .handle
    case .stream: .stream
    case .optional: .optional
    case .ascending, .descending: .direction
    case .authenticated: .authenticated
    case .credential: .credential
    case .user: .user
    case .functionsBuilder: .functionsBuilder
    case .triggered: .triggered
    case .dictionary: .dictionary
    case .anySnapshot: .documentSnapshot
    case .realtimeDatabase: .realtimeDatabase
    case .authentication: .authentication
    case .cell: .cell
    case .repeated, .keys, .values, .pairs: .list
    case .returning: .function
    case .format, .join, .id, .path, .key, .userID: .text
    default: .any
    }
  }

  /// A query that is asked for what its documents add up to.
  private func isAggregation(_ query: ValueID) -> Bool {
    arena.steps(query).contains { step in
      switch arena.construct(step.value) {
      case .count?, .sum?, .average?, .aggregates?, .aggregationObject?: true
      default: false
      }
    }
  }

  /// A query of the other language.
  private func isPipeline(_ query: ValueID) -> Bool {
    let base = arena.base(query)
    if arena.construct(base) == .pipeline { return true }
    guard arena.wordCount(base) > 0, arena.kind(base) == .made else { return false }
    let inner = arena.value(base, 0)
    return arena.kind(inner) == .query && isPipeline(inner)
  }

  func isRealtime(_ query: ValueID) -> Bool {
    let base = arena.base(query)
    if arena.kind(base) == .choice {
      return arena.items(base).contains { isRealtime(at: $0.value) }
    }
    return isRealtime(at: base)
  }

  func isRealtime(at base: ValueID) -> Bool {
    switch arena.construct(base) {
    case .realtimeRoot?, .realtimeReference?, .addressPath?, .anyRealtime?, .child?, .newChild?: true
    case .parent?: arena.kind(arena.value(base, 0)) == .query && isRealtime(arena.value(base, 0))
    default: false
    }
  }
}
