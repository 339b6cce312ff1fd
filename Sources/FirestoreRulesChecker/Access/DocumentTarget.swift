import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// The document that a path in a condition names, below the documents root.
struct DocumentTarget: Hashable {
  enum Segment: Hashable {
    case literal(String)
    case value(Term)
  }

  var segments: [Segment]

  /// Nil for what is no `/databases/$(database)/documents/…`.
  init?(_ path: Term) {
    guard case .path(let pieces) = path.kind, pieces.count > 4, pieces[0] == .literal("databases"),
      pieces[2] == .literal("documents")
    else { return nil }
    segments = pieces.dropFirst(3).map { piece in
      switch piece {
      case .literal(let text): return .literal(text)
      case .value(let term):
        if case .string(let text) = term.kind { return .literal(text) }
        return .value(term)
      }
    }
  }

  /// The text of a segment; nil for a variable.
  func literal(_ place: Int) -> String? {
    guard segments.indices.contains(place), case .literal(let text) = segments[place] else { return nil }
    return text
  }

  /// The paths it may be: any segment for a variable.
  var pattern: PathPattern {
    PathPattern(
      segments.map { segment in
        switch segment {
        case .literal(let text): .literal(text)
        case .value: .any("")
        }
      })
  }

  /// Whether the user's id or address stands in a segment, as a condition compares it with a variable of the path.
  func isUser(_ place: Int, as name: Term) -> Bool {
    guard segments.indices.contains(place), case .value(let term) = segments[place] else { return false }
    return name.isUserID ? term.isUserID : name.isUserAddress && term.isUserAddress
  }

  /// `/users/$(request.auth.uid)`
  var text: String {
    segments.map { segment in
      switch segment {
      case .literal(let text): "/\(text)"
      case .value(let term): "/$(\(term.text))"
      }
    }.joined()
  }

  /// Which segments are the user's id or address.
  var userSegments: [Int] {
    segments.indices.filter { index in
      if case .value(let term) = segments[index] { term.namesUser } else { false }
    }
  }

  /// Whether it is the document itself that a pattern matches, each variable in its place.
  func isDocument(of pattern: PathPattern) -> Bool {
    segments.count == pattern.segments.count
      && zip(segments, pattern.segments).enumerated().allSatisfy { place, pair in
        switch pair {
        case (.literal(let own), .literal(let other)): return own == other
        case (.value(let term), .any):
          if case .capture(let variable) = term.kind { return variable.place == .segment(place) }
          return false
        default: return false
        }
      }
  }
}
