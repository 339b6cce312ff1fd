package import FirestoreModel
package import QueryModel

extension ScannedValue {
  /// The value as the right-hand side of a filter or as a cursor value. The signed-in user's id is the parameter `uid`.
  package var operand: Operand {
    switch self {
    case .null: .value(.null)
    case .boolean(let value): .value(.boolean(value))
    case .integer(let value): .value(.integer(value))
    case .text(let pieces): Self.operand(pieces)
    case .userID: .parameter(ScannedPath.userIDName)
    case .list(let list): list.isOpen || list.hasGrown ? .unknown : Operand(members: list.elements.map(\.operand))
    default: .unknown
    }
  }

  private static func operand(_ pieces: [TextPiece]) -> Operand {
    if pieces == [.userID] { return .parameter(ScannedPath.userIDName) }
    var text = ""
    for piece in pieces {
      guard case .literal(let part) = piece else { return .unknown }
      text += part
    }
    return .value(.string(Text(text)))
  }

  /// The text when all of it is known.
  package var knownText: String? {
    guard case .text = self, case .value(.string(let text)) = operand else { return nil }
    return text.string
  }

  /// The field that this value names; ``FieldPath/unknown`` when only the run knows. A text is read as most SDKs read it:
  /// it is cut at every dot, and one that they do not take stays one name.
  package var fieldPath: FieldPath { fieldPath(ofText: Self.cutPath) }

  /// The field where the SDK hands a text on as it is (Python): the service takes only plain names without quotes.
  package var servicePath: FieldPath {
    fieldPath { text in (try? FieldPath(parsing: text)) ?? FieldPath(name: Text(text)) }
  }

  private func fieldPath(ofText path: (String) -> FieldPath) -> FieldPath {
    switch self {
    case .field(let path): path
    case .text(let pieces): knownText.map(path) ?? Self.partlyKnownPath(pieces)
    default: .unknown
    }
  }

  private static func cutPath(_ text: String) -> FieldPath {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 1 || parts.contains(where: \.isEmpty) || text.contains(where: { "~*/[]".contains($0) }) {
      return FieldPath(name: Text(text))
    }
    return FieldPath(segments: parts.map { Text(String($0)) })
  }

  /// `FieldPath("a", name)`: each value is one name, one of which only the run may know.
  package static func path(of names: [ScannedValue], isOpen: Bool = false) -> FieldPath {
    let texts = names.map(\.knownText)
    guard !isOpen, let first = texts.first, first != nil, !texts.contains("") else { return .unknown }
    return FieldPath(segments: texts.map { $0.map { Text($0) } ?? FieldPath.unknownSegment })
  }

  /// `archivedBy.` with a value behind it: a path of which one segment is another one for every value.
  private static func partlyKnownPath(_ pieces: [TextPiece]) -> FieldPath {
    var segments: [String?] = [""]
    for piece in pieces {
      guard case .literal(let text) = piece else {
        segments[segments.count - 1] = nil
        continue
      }
      for (index, part) in text.split(separator: ".", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { segments.append("") }
        // What stands beside something unknown in one segment leaves it unknown.
        segments[segments.count - 1]?.append(contentsOf: part)
      }
    }
    guard segments.first != .some(nil), !segments.contains("") else { return .unknown }
    return FieldPath(segments: segments.map { $0.map { Text($0) } ?? FieldPath.unknownSegment })
  }

  package var int32: Int32? {
    if case .integer(let value) = self { Int32(exactly: value) } else { nil }
  }

  /// One of the values; flattened, each once, in the order given. None: unknown.
  package static func oneOf(_ values: [ScannedValue]) -> ScannedValue {
    if values.count == 1 { return values[0] }
    var flat: [ScannedValue] = []
    var seen: Set<ScannedValue> = []
    var hasBound = false
    for value in values {
      let members: [ScannedValue] = if case .alternatives(let inner) = value { inner } else { [value] }
      for member in members {
        // A few are compared faster than they are hashed.
        let isKnown = flat.count < 8 ? flat.contains(member) : seen.contains(member)
        if isKnown { continue }
        flat.append(member)
        if case .unknown(let unknown) = member, unknown.maximumCount != nil { hasBound = true }
        if flat.count == 8 {
          // Values are not hashed again for want of room.
          seen.reserveCapacity(min(alternativeLimit, max(values.count, members.count)))
          seen.formUnion(flat)
        } else if flat.count > 8 {
          seen.insert(member)
        }
      }
    }
    if hasBound, flat.count > 1 { flat = flat.joiningBounds }
    if flat.count > 1 { return .alternatives(flat) }
    return flat.first ?? .unknown(UnknownValue())
  }

  /// One of more than one.
  package var isSeveral: Bool { if case .alternatives = self { true } else { false } }

  /// Itself, or each of the alternatives.
  package var possibilities: [ScannedValue] {
    if case .alternatives(let values) = self { values } else { [self] }
  }
}
