import DocumentStore
import FirestoreModel
import SwiftProtobuf

/// How large a request with writes may be. What is far larger is refused before it is read.
enum RequestSize {
  /// Documented: 10 MiB.
  static let limit = 10_485_760

  /// - Parameter writes: those of `request`. Only where they are about as large as the limit is the message measured.
  static func check(_ request: some SwiftProtobuf.Message, _ writes: [Write]) throws(FirestoreError) {
    guard writes.reduce(0, { $0 + $1.approximateSize }) > limit / 2 else { return }
    let bytes: [UInt8]
    do { bytes = try request.serializedBytes() } catch {
      throw FirestoreError(.invalidArgument, "The request cannot be measured: \(error)")
    }
    guard bytes.count <= limit else {
      // The text is the one that production's front end has for its own limit.
      throw FirestoreError(.invalidArgument, "Request payload size exceeds the limit: \(limit) bytes.")
    }
  }
}

extension Write {
  /// At least half of what the write takes as a message.
  fileprivate var approximateSize: Int {
    let root = 64
    let name = path.segments.reduce(root) { $0 + $1.byteCount + 1 }
    let transformed = transforms.reduce(0) { $0 + 16 + $1.approximateSize }
    switch operation {
    case .set(let fields): return name + transformed + fields.wireSize
    case .merge(let fields, let mask):
      return name + transformed + fields.wireSize + mask.reduce(0) { $0 + 2 + $1.byteCount }
    case .delete, .verify: return name
    }
  }
}

extension FieldTransform {
  fileprivate var approximateSize: Int {
    switch operation {
    case .requestTime: path.byteCount
    case .increment(let operand), .maximum(let operand), .minimum(let operand): path.byteCount + operand.wireSize
    case .appendMissingElements(let elements), .removeAllFromArray(let elements):
      elements.reduce(path.byteCount) { $0 + $1.wireSize + 2 }
    }
  }
}

extension FieldPath {
  fileprivate var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount + 1 } }
}
