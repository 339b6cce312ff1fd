import FirestoreModel
import IndexCatalog
import QueryPlanner

extension IndexToken {
  /// Reads a token of a console link. Nil when it is no such message, or names paths that are not field paths.
  init?(encoded: some StringProtocol) {
    guard let bytes = Base64.decode(encoded.utf8, padding: .ignored), let reader = WireReader(bytes),
      let name = reader.text(1)
    else {
      return nil
    }
    var fields: [IndexField] = []
    for content in reader.contents(3) {
      guard let field = IndexField(message: content) else { return nil }
      fields.append(field)
    }
    let scopes: [UInt64: QueryScope] = [1: .collection, 2: .collectionGroup]
    guard let scope = scopes[reader.number(2) ?? 0], !fields.isEmpty else { return nil }
    self.init(name: name, scope: scope, fields: fields)
  }

  /// The last id of a collection group in the token's resource name.
  var collectionGroup: String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 6, parts[4] == "collectionGroups" else { return nil }
    return String(parts[5])
  }
}

extension IndexField {
  fileprivate init?(message bytes: [UInt8]) {
    guard let reader = WireReader(bytes), let path = reader.text(1).flatMap({ try? FieldPath(parsing: $0) }) else {
      return nil
    }
    switch (reader.number(2), reader.number(3)) {
    case (1, nil): self.init(path, .ascending)
    case (2, nil): self.init(path, .descending)
    case (nil, 1): self.init(path, .contains)
    default: return nil
    }
  }
}

/// The fields of one message in the two wire types an index token has.
struct WireReader {
  private enum Content {
    case number(UInt64)
    case bytes([UInt8])
  }

  private var fields: [(number: UInt64, content: Content)] = []

  /// Nil for a message that ends early or uses another wire type.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let tag = WireReader.varint(&rest) else { return nil }
      switch tag & 7 {
      case 0:
        guard let value = WireReader.varint(&rest) else { return nil }
        fields.append((tag >> 3, .number(value)))
      case 2:
        guard let length = WireReader.varint(&rest).flatMap(Int.init(exactly:)), length <= rest.count else {
          return nil
        }
        fields.append((tag >> 3, .bytes(Array(rest.prefix(length)))))
        rest = rest.dropFirst(length)
      default: return nil
      }
    }
  }

  func number(_ field: UInt64) -> UInt64? {
    for case (field, .number(let value)) in fields { return value }
    return nil
  }

  func contents(_ field: UInt64) -> [[UInt8]] {
    fields.compactMap { entry in
      guard entry.number == field, case .bytes(let bytes) = entry.content else { return nil }
      return bytes
    }
  }

  func text(_ field: UInt64) -> String? { contents(field).first.flatMap { String(validating: $0, as: UTF8.self) } }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
