package import SwiftProtobuf

/// The name of a field in a `map<string, Value>`: equal to another by its UTF-8 bytes, as Firestore has it.
///
/// Strings are equal when they are canonically equivalent: a dictionary of them would keep one of the two fields `é` that
/// are written with one and with two scalars.
package struct WireFieldName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  package let string: String

  package init(_ string: String) {
    var contiguous = string
    contiguous.makeContiguousUTF8()
    self.string = contiguous
  }

  package init(stringLiteral value: String) { self.init(value) }

  package static func == (lhs: WireFieldName, rhs: WireFieldName) -> Bool {
    lhs.string.utf8.count == rhs.string.utf8.count && lhs.string.utf8.elementsEqual(rhs.string.utf8)
  }

  package static func < (lhs: WireFieldName, rhs: WireFieldName) -> Bool {
    lhs.string.utf8.lexicographicallyPrecedes(rhs.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(string.utf8.count)
    // SAFETY: the buffer is only read, and only inside the closure.
    unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }
}

/// Teaches the library to use such names as keys; the script that generates the messages puts it in their place.
package struct ProtobufFieldName: FieldType, MapKeyType {
  package typealias BaseType = WireFieldName

  package static var proto3DefaultValue: WireFieldName { "" }

  package static func decodeSingular<D: Decoder>(value: inout WireFieldName?, from decoder: inout D) throws {
    var text: String?
    try decoder.decodeSingularStringField(value: &text)
    if let text { value = WireFieldName(text) }
  }

  package static func decodeRepeated<D: Decoder>(value: inout [WireFieldName], from decoder: inout D) throws {
    var texts: [String] = []
    try decoder.decodeRepeatedStringField(value: &texts)
    value += texts.map { WireFieldName($0) }
  }

  package static func visitSingular<V: Visitor>(
    value: WireFieldName, fieldNumber: Int, with visitor: inout V
  ) throws {
    try visitor.visitSingularStringField(value: value.string, fieldNumber: fieldNumber)
  }

  package static func visitRepeated<V: Visitor>(
    value: [WireFieldName], fieldNumber: Int, with visitor: inout V
  ) throws {
    try visitor.visitRepeatedStringField(value: value.map(\.string), fieldNumber: fieldNumber)
  }

  /// Strings are never packed.
  package static func visitPacked<V: Visitor>(
    value: [WireFieldName], fieldNumber: Int, with visitor: inout V
  ) throws {
    try visitRepeated(value: value, fieldNumber: fieldNumber, with: &visitor)
  }
}
