import DocumentStore
import FirestoreModel
import IndexCatalog

/// SplitMix64, so that every run measures the same keys.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

enum Inputs {
  static let million = 1_000_000

  /// Distinct keys of 24 random bytes.
  static func randomKeys(_ count: Int) -> [[UInt8]] {
    var generator = SeededGenerator(state: 1)
    return (0..<count).map { _ in
      (0..<3).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
    }
  }

  static let database = DatabaseName(project: "demo-benchmark")
  static let start = Timestamp(microseconds: 1_700_000_000_000_000)

  /// Keeps no history: what is measured is the documents, not the log.
  static func makeStore() -> DocumentStore { DocumentStore(database: database, createTime: start, retention: 0) }

  static let messages = CollectionPath(parent: nil, id: "messages")

  /// A chat message: conversation, sender, a short text, a time and a flag.
  static func message(_ number: Int) -> Write {
    Write(
      DocumentPath(collection: messages, id: Text("m\(number &* 7_919 % 1_000_003)-\(number)")),
      .set([
        "conversation": .string(Text("c\(number % 5000)")), "sender": .string(Text("u\(number % 1000)")),
        "text": .string("see you at noon"), "sentAt": .timestamp(Timestamp(microseconds: Int64(number))),
        "read": .boolean(false),
      ]))
  }

  /// Fills a store in commits of 500.
  static func fill(_ store: DocumentStore, count: Int) {
    for first in stride(from: 0, to: count, by: 500) {
      let writes = (first..<min(first + 500, count)).map(message)
      do { _ = try store.commit(writes, at: start) } catch { preconditionFailure(error.message) }
    }
  }

  static let layouts: [IndexLayout] = [["conversation", "sentAt"], ["sender"], ["sentAt"]].map { fields in
    IndexLayout(
      collectionGroup: "messages", partition: .collection,
      fields: fields.map { IndexField(FieldPath(name: $0), .ascending) } + [IndexField(.documentName, .ascending)])
  }
}
