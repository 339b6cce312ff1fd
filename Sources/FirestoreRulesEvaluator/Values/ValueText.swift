import FirestoreModel

extension RuleValue {
  /// The value as a rule would write it, for traces: `{"owner": "alice", "tags": ["a", …]}`. Long ones are cut.
  package var text: String {
    var writer = ValueWriter()
    writer.write(self)
    return writer.text
  }
}

/// Writes values until the limit is reached.
private struct ValueWriter {
  var text = ""

  /// Characters after which nothing more is begun.
  private static let limit = 200
  private static let stringLimit = 80
  private static let depthLimit = 24
  private var depth = 0

  private var isFull: Bool { text.utf8.count >= ValueWriter.limit || depth > ValueWriter.depthLimit }

  mutating func write(_ value: RuleValue) {
    switch value {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .float(let value): text += floatText(value)
    case .string(let value): write(quoted: value)
    case .bytes(let value):
      text += "b\""
      for byte in value.prefix(ValueWriter.stringLimit / 4) { write(byte) }
      text += value.count > ValueWriter.stringLimit / 4 ? "…\"" : "\""
    case .timestamp(let time): text += "timestamp(\"\(time.text)\")"
    case .duration(let span): text += "duration(\"\(span.text)\")"
    case .geoPoint(let point): text += "latlng(\(floatText(point.latitude)), \(floatText(point.longitude)))"
    case .path(let path): text += path.text
    case .list(let list): write("[", "]", list.count) { $0.write(list[$1]) }
    case .map(let map):
      write("{", "}", map.count) { writer, index in
        writer.write(quoted: map.key(at: index))
        writer.text += ": "
        writer.write(map.value(at: index))
      }
    case .set(let elements): write("set[", "]", elements.count) { $0.write(elements[$1]) }
    case .mapDiff(let diff): write(diff)
    }
  }

  private mutating func write(_ diff: MapDiff) {
    text += "diff("
    for (name, keys) in [("added ", diff.added), (", removed ", diff.removed), (", changed ", diff.changed)] {
      text += name
      write("[", "]", keys.count) { $0.write(quoted: keys[$1]) }
    }
    text += ")"
  }

  private mutating func write(
    _ open: String, _ close: String, _ count: Int, _ element: (inout ValueWriter, Int) -> Void
  ) {
    text += open
    depth += 1
    for index in 0..<count {
      if index > 0 { text += ", " }
      if isFull {
        text += "…"
        break
      }
      element(&self, index)
    }
    depth -= 1
    text += close
  }

  private mutating func write(quoted value: Text) {
    text += "\""
    var count = 0
    for scalar in value.string.unicodeScalars {
      if count == ValueWriter.stringLimit {
        text += "…"
        break
      }
      count += 1
      write(scalar)
    }
    text += "\""
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    default:
      if scalar.value < 0x20 || scalar.value == 0x7F {
        text += "\\x" + UInt8(scalar.value).hexadecimal.uppercased()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private mutating func write(_ byte: UInt8) {
    if byte >= 0x20, byte < 0x7F { write(Unicode.Scalar(byte)) } else { text += "\\x" + byte.hexadecimal.uppercased() }
  }
}

extension RuleTimestamp {
  /// RFC 3339 in UTC with as many fractional digits as needed.
  package var text: String {
    guard let whole = Timestamp(seconds: seconds, nanoseconds: 0)?.rfc3339 else { return "\(seconds) s" }
    return "\(whole.dropLast())\(fractionText(nanoseconds))Z"
  }
}

extension RuleDuration {
  /// `1.5s`, as protocol buffers write it in JSON.
  package var text: String {
    let total = total
    let (whole, rest) = (total.magnitude / 1_000_000_000, total.magnitude % 1_000_000_000)
    return "\(total < 0 ? "-" : "")\(whole)\(fractionText(Int32(rest)))s"
  }
}

private func fractionText(_ nanoseconds: Int32) -> String {
  if nanoseconds == 0 { return "" }
  var digits = String(nanoseconds)
  digits = String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
  while digits.hasSuffix("0") { digits.removeLast() }
  return "." + digits
}
