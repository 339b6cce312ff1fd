import FirestoreModel
package import QueryModel

extension ScannedValue {
  /// What the value adds to a text that it is put into.
  package var textPieces: [TextPiece] {
    switch self {
    case .text(let pieces): pieces
    case .userID: [.userID]
    case .integer(let number): [.literal(String(number))]
    default: [.unknown]
    }
  }

  /// A path as code sees it, `reference.path`; of one segment its id.
  package static func text(path segments: [PathSegment]) -> ScannedValue {
    let pieces = PathTemplate(segments).textPieces
    return pieces == [.userID] ? .userID : .text(pieces)
  }
}

extension PathSegment {
  /// As code sees it: `reference.id`.
  package var textPiece: TextPiece {
    switch self {
    case .literal(let id): .literal(id.string)
    case .parameter(ScannedPath.userIDName): .userID
    case .parameter, .unknown, .expression: .unknown
    }
  }
}

extension PathTemplate {
  /// As code sees it, slashes between the segments: `reference.path`.
  package var textPieces: [TextPiece] {
    Array(segments.map { [$0.textPiece] }.joined(separator: [.literal("/")]))
  }
}
