/// A table of comma-separated values (RFC 4180): a header, then records. Quoted cells may have commas, line breaks and
/// doubled quotes in them; spaces belong to the cell.
struct CSVTable: Hashable {
  let header: [String]
  let records: [[String]]

  /// Nil when a quoted cell is not closed.
  init?(_ bytes: [UInt8]) {
    var rows: [[String]] = []
    var row: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func endCell() {
      row.append(String(decoding: cell, as: UTF8.self))
      cell = []
    }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        if isQuoted, position < bytes.count, bytes[position] == byte {
          cell.append(byte)
          position += 1
        } else {
          isQuoted.toggle()
        }
      case UInt8(ascii: ",") where !isQuoted: endCell()
      case UInt8(ascii: "\n") where !isQuoted:
        if cell.last == UInt8(ascii: "\r") { cell.removeLast() }
        endCell()
        rows.append(row)
        row = []
      default: cell.append(byte)
      }
    }
    guard !isQuoted else { return nil }
    if !cell.isEmpty || !row.isEmpty {
      endCell()
      rows.append(row)
    }
    header = rows.first ?? []
    // An empty line is no record.
    records = rows.dropFirst().filter { $0 != [""] }
  }

  /// The cells of a column, nil when there is no such column; short records have no cell in it.
  func column(_ name: String) -> [String]? {
    guard let position = header.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) else { return nil }
    return records.compactMap { $0.indices.contains(position) ? $0[position] : nil }
  }
}
