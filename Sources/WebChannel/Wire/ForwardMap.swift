/// A numbered message of the client.
package struct ForwardMap: Hashable, Sendable {
  package var id: Int
  /// JSON, as the client has written it.
  package var text: [UInt8]

  package init(id: Int, text: [UInt8]) {
    self.id = id
    self.text = text
  }
}

/// A part of a form.
package struct FormEntry: Hashable, Sendable {
  package var name: String
  package var value: [UInt8]

  package init(name: String, value: [UInt8]) {
    self.name = name
    self.value = value
  }
}

extension ForwardMap {
  private static let opening = "req"
  private static let closing = "___data__"

  /// Those of a request. There may be gaps in their numbers, so `count` says nothing.
  static func list(_ form: [FormEntry]) throws(ChannelRefusal) -> [ForwardMap] {
    let offset =
      try form.first { $0.name == "ofs" }.map { entry throws(ChannelRefusal) in
        try ChannelRefusal.number("ofs", String(decoding: entry.value, as: UTF8.self))
      } ?? 0
    var maps: [ForwardMap] = []
    for entry in form where entry.name.hasPrefix(opening) && entry.name.hasSuffix(closing) {
      let place = entry.name.dropFirst(opening.count).dropLast(closing.count)
      let (id, overflows) = offset.addingReportingOverflow(try ChannelRefusal.number("req", String(place)))
      guard !overflows else { throw .malformed("The number of a map is out of range.") }
      maps.append(ForwardMap(id: id, text: entry.value))
    }
    return maps.sorted { $0.id < $1.id }
  }
}
