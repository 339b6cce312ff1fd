import SourceSyntax
package import SourceTokens

extension ValueArena {
  package mutating func make(_ construct: Construct, _ arguments: [ValueID]) -> ValueID {
    intern(
      .made, payload: construct.number, arguments.map(\.raw), isOpen: arguments.contains { isOpen($0) },
      size: size(arguments))
  }

  package func construct(_ id: ValueID) -> Construct? {
    kind(id) == .made ? Construct.allCases[Int(self[id].payload)] : nil
  }

  package mutating func literal(_ text: StringID) -> ValueID { intern(.literal, payload: text.raw) }

  /// A text of pieces; texts in texts are one text.
  package mutating func text(_ pieces: [ValueID]) -> ValueID {
    var flat: [UInt32] = []
    for piece in pieces {
      if kind(piece) == .text { flat += words(piece) } else { flat.append(piece.raw) }
    }
    // Empty pieces add nothing: a text of nothing else is the empty text, however it was put together.
    if flat.count > 1 {
      flat.removeAll { literalText(ValueID(raw: $0)) == .empty }
      if flat.isEmpty { return Self.emptyText }
    }
    let parts = flat.map { ValueID(raw: $0) }
    return intern(.text, flat, isOpen: parts.contains { isOpen($0) }, size: size(parts))
  }

  package mutating func text(_ content: StringID) -> ValueID { text([literal(content)]) }

  package mutating func integer(_ value: Int64) -> ValueID {
    intern(.integer, [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)])
  }

  package func integer(_ id: ValueID) -> Int64? {
    guard kind(id) == .integer else { return nil }
    return Int64(word(id, 0)) | Int64(Int32(bitPattern: word(id, 1))) << 32
  }

  /// The content of a piece of a text.
  func literalText(_ id: ValueID) -> StringID? { kind(id) == .literal ? StringID(self[id].payload) : nil }

  /// The content of a text that is one literal.
  package func knownText(_ id: ValueID) -> StringID? {
    guard kind(id) == .text else { return nil }
    switch wordCount(id) {
    case 0: return .empty
    case 1 where kind(value(id, 0)) == .literal: return StringID(self[value(id, 0)].payload)
    default: return nil
    }
  }

  package mutating func unknown(_ cause: UnknownCause, _ origin: OriginID) -> ValueID {
    intern(.unknown, variant: cause.rawValue, payload: origin.raw)
  }

  package func cause(_ id: ValueID) -> UnknownCause? {
    kind(id) == .unknown ? UnknownCause(rawValue: self[id].variant) : nil
  }

  package func size(_ values: [ValueID]) -> Int { values.reduce(1) { $0 + Int(self[$1].size) } }
}

extension Construct {
  var number: UInt32 { UInt32(Self.numbers[self] ?? 0) }
  private static let numbers = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
