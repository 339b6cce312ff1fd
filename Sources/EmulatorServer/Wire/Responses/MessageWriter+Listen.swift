import DocumentStore
import DocumentMessages
import FirestoreModel
import FirestoreService

/// `TargetChange.TargetChangeType`
private enum TargetChangeType: Int64 {
  case noChange = 0
  case add = 1
  case remove = 2
  case current = 3
  case reset = 4
}

extension MessageWriter {
  /// The fields of a `ListenResponse`.
  mutating func listenResponse(_ event: ListenEvent, in database: DatabaseName) {
    switch event {
    case .added(let targets): targetChange(.add, targets)
    case .documentChanged(let document, let targets, let removed):
      message(3) { writer in
        switch document {
        case .whole(let document): writer.message(1, encoded: document.message)
        case .part(let document): writer.message(1) { $0.document(document, in: database) }
        }
        writer.packed(5, targets)
        writer.packed(6, removed)
      }
    case .documentDeleted(let path, let readTime, let removed):
      message(4) { writer in
        writer.documentName(1, path, in: database)
        writer.time(4, readTime)
        writer.packed(6, removed)
      }
    case .documentRemoved(let path, let readTime, let removed):
      message(6) { writer in
        writer.documentName(1, path, in: database)
        writer.packed(2, removed)
        writer.time(4, readTime)
      }
    case .current(let targets, let token, let readTime):
      targetChange(.current, targets, token: token, readTime: readTime)
    case .consistent(let token, let readTime): targetChange(.noChange, [], token: token, readTime: readTime)
    case .filter(let target, let count, let names): existenceFilter(target, Int64(count), names)
    case .reset(let targets): targetChange(.reset, targets)
    case .removed(let targets, let cause): targetChange(.remove, targets, cause: cause)
    }
  }

  private mutating func targetChange(
    _ type: TargetChangeType, _ targets: [Int32], cause: FirestoreError? = nil, token: [UInt8] = [],
    readTime: Timestamp? = nil
  ) {
    message(2) { writer in
      if type != .noChange { writer.integer(1, type.rawValue) }
      writer.packed(2, targets)
      if let cause { writer.message(3) { $0.status(cause) } }
      if !token.isEmpty { writer.bytes(4, token) }
      if let readTime { writer.time(6, readTime) }
    }
  }

  /// Production sends the filter's message also when it holds no names.
  private mutating func existenceFilter(_ target: Int32, _ count: Int64, _ names: BloomFilter) {
    message(5) { writer in
      if target != 0 { writer.integer(1, Int64(target)) }
      if count != 0 { writer.integer(2, count) }
      writer.message(3) { filter in
        filter.message(1) { bits in
          if !names.bitmap.isEmpty { bits.bytes(1, names.bitmap) }
          if names.padding != 0 { bits.integer(2, Int64(names.padding)) }
        }
        if names.hashCount != 0 { filter.integer(2, Int64(names.hashCount)) }
      }
    }
  }
}
