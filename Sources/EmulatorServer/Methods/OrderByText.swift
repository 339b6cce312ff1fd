import FirestoreModel
import QueryModel

/// Reads the `order_by` of ListDocuments: `a desc, b.c, __name__`.
enum OrderByText {
  static func orders(_ text: String) throws(FirestoreError) -> [Order] {
    guard !text.utf8.allSatisfy(isSpace) else { return [] }
    var orders: [Order] = []
    for part in parts(of: text) { orders.append(try order(part)) }
    return orders
  }

  /// Commas inside of quoted names do not separate.
  private static func parts(of text: String) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var isQuoted = false
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ","), !isQuoted {
        parts.append([])
        continue
      }
      if byte == UInt8(ascii: "`"), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      parts[parts.count - 1].append(byte)
    }
    return parts
  }

  private static func order(_ part: [UInt8]) throws(FirestoreError) -> Order {
    var path = part[...]
    while let first = path.first, isSpace(first) { path.removeFirst() }
    while let last = path.last, isSpace(last) { path.removeLast() }
    var direction = Direction.ascending
    if let space = path.lastIndex(where: isSpace) {
      switch String(decoding: path[(space + 1)...], as: UTF8.self).lowercased() {
      case "asc", "ascending": path = path[..<space]
      case "desc", "descending":
        path = path[..<space]
        direction = .descending
      default: break
      }
    }
    while let last = path.last, isSpace(last) { path.removeLast() }
    do throws(FirestoreError) {
      return Order(try FieldPath(parsing: String(decoding: path, as: UTF8.self)), direction)
    } catch {
      let clause = String(decoding: part, as: UTF8.self)
      throw FirestoreError(.invalidArgument, "Invalid order by clause \"\(clause)\".")
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
