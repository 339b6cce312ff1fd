import FirestoreModel
import StructuredText

/// Scalars as JSON may write them; nil for what is no value of the type.
enum JSONScalar {
  static func boolean(_ node: Node) -> Bool? {
    switch node.content {
    case .boolean(let value): value
    case .string("true"): true
    case .string("false"): false
    default: nil
    }
  }

  static func int32(_ node: Node) -> Int32? { int64(node).flatMap { Int32(exactly: $0) } }

  /// `1e3` and `1.0` are whole numbers, too.
  static func int64(_ node: Node) -> Int64? {
    switch node.content {
    case .number(let text): NumberText(text).integer ?? whole(NumberText(text))
    case .string(let text): Int64(text)
    default: nil
    }
  }

  /// Nil for integers beyond 64 bits, which as doubles would be others.
  private static func whole(_ number: NumberText) -> Int64? {
    number.isInteger ? nil : Int64(exactly: number.double)
  }

  static func double(_ node: Node) -> Double? {
    switch node.content {
    case .number(let text): finite(NumberText(text).double)
    case .string("NaN"): .nan
    case .string("Infinity"): .infinity
    case .string("-Infinity"): -.infinity
    case .string(let text): Double(text).flatMap(finite)
    default: nil
    }
  }

  private static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }

  static func string(_ node: Node) -> String? {
    guard case .string(let text) = node.content else { return nil }
    return text
  }

  static func bytes(_ node: Node) -> [UInt8]? {
    string(node).flatMap { Base64.decode($0.utf8, padding: .lenient) }
  }

  /// A number is taken whatever it is, as on the wire: the service says what it thinks of it.
  static func enumeration(_ node: Node, _ names: [String: Int32], takesNull: Bool) -> Int32? {
    switch node.content {
    case .null where takesNull: 0
    case .string(let name): names[name]
    case .number: int32(node)
    default: nil
    }
  }

  /// Why a text is no timestamp.
  static func reason(against text: String) -> String {
    let end = text.utf8.suffix(6)
    let hasOffset =
      text.hasSuffix("Z")
      || end.count == 6 && end.first.map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } ?? false
    return hasOffset
      ? "Timestamp value exceeds limits"
      : "Illegal timestamp format; timestamps must end with 'Z' or have a valid timezone offset."
  }
}
