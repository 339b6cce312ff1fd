import Diagnostics
import FirestoreModel
import StructuredText

/// Reads the values of the one-line text form.
struct OperandTextReader {
  /// Deeper values are refused: no stored value may be nested deeper than 20 levels.
  private static let maximumDepth = 64

  let database: DatabaseName

  func operand(_ scanner: inout QueryTextScanner, depth: Int = 0) throws(QueryTextProblem) -> Operand {
    scanner.skipSpace()
    guard depth < OperandTextReader.maximumDepth else {
      throw QueryTextProblem("values are nested too deeply", Span(scanner.position, scanner.position))
    }
    switch scanner.next.map({ Unicode.Scalar($0) }) {
    case "?":
      scanner.position += 1
      return .unknown
    case "$": return .parameter(try parameter(&scanner))
    case "\"": return .value(.string(Text(try scanner.quotedString())))
    case "[": return try list(&scanner, depth: depth)
    case "{": return try mapOrExpression(&scanner, depth: depth)
    default: return .value(try literal(&scanner))
    }
  }

  /// `$name`
  func parameter(_ scanner: inout QueryTextScanner) throws(QueryTextProblem) -> Text {
    scanner.position += 1
    guard let name = scanner.identifier() else { throw scanner.unexpected("expected a parameter name after `$`") }
    return Text(name)
  }

  // MARK: - Containers

  private func list(_ scanner: inout QueryTextScanner, depth: Int) throws(QueryTextProblem) -> Operand {
    scanner.position += 1
    var members: [Operand] = []
    if !scanner.take("]") {
      repeat { members.append(try operand(&scanner, depth: depth + 1)) } while scanner.take(",")
      try scanner.expect("]", "at the end of the list")
    }
    return Operand(members: members)
  }

  /// Braces with a name and a colon, or with nothing, are a map; every other text in braces is an expression.
  private func mapOrExpression(_ scanner: inout QueryTextScanner, depth: Int) throws(QueryTextProblem) -> Operand {
    var ahead = scanner
    ahead.position += 1
    if ahead.take("}") {
      scanner = ahead
      return .value(.map([:]))
    }
    guard let first = try key(&ahead) else { return .expression(try scanner.bracedExpression()) }
    var fields: [MapOperand] = []
    var name = first
    let start = scanner.position
    scanner = ahead
    while true {
      let field = MapOperand(name: name, operand: try operand(&scanner, depth: depth + 1))
      guard !fields.contains(where: { $0.name == name }) else {
        throw QueryTextProblem(
          "the name \(QuotedText.of(name.string)) stands twice in this map", Span(start, scanner.position))
      }
      fields.append(field)
      guard scanner.take(",") else { break }
      guard let next = try key(&scanner) else { throw scanner.unexpected("expected a name and `:`") }
      name = next
    }
    try scanner.expect("}", "at the end of the map")
    return Operand(fields: fields)
  }

  /// A name and its colon; nil when something else stands here.
  private func key(_ scanner: inout QueryTextScanner) throws(QueryTextProblem) -> Text? {
    var ahead = scanner
    ahead.skipSpace()
    let name: String
    if ahead.next == UInt8(ascii: "\"") {
      name = try ahead.quotedString()
    } else if let identifier = ahead.identifier() {
      name = identifier
    } else {
      return nil
    }
    guard ahead.take(":") else { return nil }
    scanner = ahead
    return Text(name)
  }

  // MARK: - Literals

  private func literal(_ scanner: inout QueryTextScanner) throws(QueryTextProblem) -> Value {
    let start = scanner.position
    for (word, value) in OperandTextReader.words where scanner.takeWord(word) { return value }
    if let number = try number(&scanner) { return number }
    guard let word = scanner.identifier() else { throw scanner.unexpected("expected a value") }
    if scanner.next == UInt8(ascii: "\"") { return try typedString(word, start, &scanner) }
    if word == "geo" || word == "vector", scanner.take("(") { return try numbers(word, start, &scanner) }
    scanner.position = start
    throw scanner.unexpected("expected a value", help: "write text in double quotes")
  }

  private static let words: [(String, Value)] = [
    ("null", .null), ("true", .boolean(true)), ("false", .boolean(false)), ("NaN", .double(.nan)),
    ("Infinity", .double(.infinity)), ("-Infinity", .double(-.infinity)),
  ]

  /// Nil when no number starts here. A number with `.` or an exponent is a double.
  private func number(_ scanner: inout QueryTextScanner) throws(QueryTextProblem) -> Value? {
    let start = scanner.position
    var end = start
    while end < scanner.bytes.count, isNumberByte(scanner.bytes[end]) { end += 1 }
    guard let first = scanner.next, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else { return nil }
    let text = scanner.text(start..<end)
    scanner.position = end
    let span = Span(start, end)
    guard text.utf8.contains(where: { $0 == 0x2E || $0 == 0x65 || $0 == 0x45 }) else {
      if let value = Int64(text) { return .integer(value) }
      throw QueryTextProblem("\(QuotedText.of(text)) is not a 64-bit integer", span)
    }
    // Swift itself would also read hexadecimal doubles.
    guard !text.utf8.contains(UInt8(ascii: "x")), let value = Double(text), value.isFinite else {
      throw QueryTextProblem("\(QuotedText.of(text)) is not a number", span)
    }
    return .double(value)
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    QueryTextScanner.isSegmentByte(byte) || byte == UInt8(ascii: "+")
  }

  /// `ts"…"`, `ref"…"`, `bytes"…"`
  private func typedString(
    _ type: String, _ start: Int, _ scanner: inout QueryTextScanner
  ) throws(QueryTextProblem) -> Value {
    let content = try scanner.quotedString()
    let span = Span(start, scanner.position)
    switch type {
    case "ts":
      guard let time = Timestamp(rfc3339: content) else {
        throw QueryTextProblem(
          "\(QuotedText.of(content)) is not a time", span, help: "write it as `ts\"2020-01-31T12:00:00Z\"`")
      }
      return .timestamp(time)
    case "ref":
      do throws(FirestoreError) {
        return .reference(try DocumentName(parsing: content, relativeTo: database, as: .parent))
      } catch {
        throw QueryTextProblem(.invalidQuery, error.message, span)
      }
    case "bytes":
      guard let bytes = Base64.decode(content.utf8) else {
        throw QueryTextProblem("\(QuotedText.of(content)) is not base64", span)
      }
      return .bytes(bytes)
    default:
      throw QueryTextProblem(
        "\(QuotedText.of(type)) is not a type of value", span, help: "the types are `ts`, `ref` and `bytes`")
    }
  }

  /// `geo(lat, lng)`, `vector(x, …)`; the parenthesis is taken already.
  private func numbers(
    _ type: String, _ start: Int, _ scanner: inout QueryTextScanner
  ) throws(QueryTextProblem) -> Value {
    var components: [Double] = []
    if !scanner.take(")") {
      repeat { components.append(try component(&scanner)) } while scanner.take(",")
      try scanner.expect(")", "after the numbers")
    }
    guard type == "geo" else { return .vector(components) }
    guard components.count == 2, (-90...90).contains(components[0]), (-180...180).contains(components[1]) else {
      throw QueryTextProblem(
        "a geo point is a latitude of -90…90 and a longitude of -180…180", Span(start, scanner.position))
    }
    return .geoPoint(GeoPoint(latitude: components[0], longitude: components[1]))
  }

  private func component(_ scanner: inout QueryTextScanner) throws(QueryTextProblem) -> Double {
    scanner.skipSpace()
    let start = scanner.position
    switch try literal(&scanner) {
    case .integer(let value): return Double(value)
    case .double(let value): return value
    case .null, .boolean, .timestamp, .string, .bytes, .reference, .geoPoint, .array, .vector, .map:
      throw QueryTextProblem("expected a number", Span(start, scanner.position))
    }
  }
}
