import Diagnostics
import FirestoreRulesLanguage

/// The document paths a match block is for, below the documents root.
package struct PathPattern: Hashable, Sendable {
  package enum Segment: Hashable, Sendable {
    case literal(String)
    /// Any one segment.
    case any(String)
    /// Any number of segments, none included.
    case many(String)
  }

  package var segments: [Segment]
  /// As it is written, without `/databases/{database}/documents`.
  package var text: String

  /// Nil when no document's path matches: another prefix, or a path that ends at a collection.
  ///
  /// - Parameter header: the segments of the block and of all blocks around it.
  init?(header: [MatchSegment], version: RulesVersion) {
    guard let below = Self.belowRoot(header) else { return nil }
    segments = below.flatMap { Self.segments($0.kind, version) }
    text = below.map { "/" + $0.kind.text }.joined()
    let hasMany = segments.contains { if case .many = $0 { true } else { false } }
    if !hasMany, !segments.count.isMultiple(of: 2) { return nil }
  }

  init(_ segments: [Segment]) {
    self.segments = segments
    text = ""
  }

  /// What stands below `/databases/{database}/documents`. A recursive wildcard may stand for these three too.
  private static func belowRoot(_ header: [MatchSegment]) -> ArraySlice<MatchSegment>? {
    for (place, root) in ["databases", nil, "documents"].enumerated() {
      guard place < header.count else { return nil }
      switch header[place].kind {
      case .recursive: return header[place...]
      case .literal(let text): if let root, text != root { return nil }
      case .capture: break
      }
    }
    return header.count > 3 ? header[3...] : nil
  }

  /// A recursive wildcard of version 1 matches at least one segment.
  private static func segments(_ kind: MatchSegment.Kind, _ version: RulesVersion) -> [Segment] {
    switch kind {
    case .literal(let text): [.literal(text)]
    case .capture(let name): [.any(name)]
    case .recursive(let name): version == .two ? [.many(name)] : [.any(name), .many(name)]
    }
  }
}

extension MatchSegment.Kind {
  var isRecursive: Bool { if case .recursive = self { true } else { false } }

  var text: String {
    switch self {
    case .literal(let text): text
    case .capture(let name): "{\(name)}"
    case .recursive(let name): "{\(name)=**}"
    }
  }
}

extension PathPattern {
  package var isRecursive: Bool { segments.contains { if case .many = $0 { true } else { false } } }

  /// The id of the collection whose documents match; nil when a wildcard stands there.
  package var collectionID: String? {
    guard segments.count >= 2, case .literal(let id) = segments[segments.count - 2] else { return nil }
    if case .many = segments[segments.count - 1] { return nil }
    return id
  }

  /// Whether every path that `other` matches is matched.
  package func covers(_ other: PathPattern) -> Bool {
    var place = 0
    while place < segments.count, place < other.segments.count {
      switch (segments[place], other.segments[place]) {
      case (.many, _): return coversAnyLength(other)
      case (_, .many), (.literal, .any): return false
      case (.literal(let one), .literal(let two)): if one != two { return false }
      case (.any, .literal), (.any, .any): break
      }
      place += 1
    }
    return segments.count == other.segments.count || coversAnyLength(other)
  }

  private func coversAnyLength(_ other: PathPattern) -> Bool {
    Self.compare(segments, other.segments) { left, right, rest in
      switch (left, right) {
      case (nil, nil): true
      case (.many?, nil): rest(1, 0)
      case (.many?, _?): rest(1, 0) || rest(0, 1)
      case (nil, _?), (_?, nil), (_?, .many?): false
      case (.literal(let one)?, .literal(let two)?): one == two && rest(1, 1)
      case (.any?, .literal?), (.any?, .any?): rest(1, 1)
      case (.literal?, .any?): false
      }
    }
  }

  /// Whether some path is matched by both.
  package func intersects(_ other: PathPattern) -> Bool {
    Self.compare(segments, other.segments) { left, right, rest in
      switch (left, right) {
      case (nil, nil): true
      case (.many?, nil): rest(1, 0)
      case (nil, .many?): rest(0, 1)
      case (.many?, _?), (_?, .many?): rest(1, 0) || rest(0, 1)
      case (nil, _?), (_?, nil): false
      case (.literal(let one)?, .literal(let two)?): one == two && rest(1, 1)
      case (.any?, .literal?), (.any?, .any?), (.literal?, .any?): rest(1, 1)
      }
    }
  }

  /// Compares two patterns from their ends, every pair of suffixes once: any number of wildcards costs no more.
  private static func compare(
    _ left: [Segment], _ right: [Segment], _ holds: (Segment?, Segment?, (Int, Int) -> Bool) -> Bool
  ) -> Bool {
    var table = Array(repeating: Array(repeating: false, count: right.count + 1), count: left.count + 1)
    for row in (0...left.count).reversed() {
      for column in (0...right.count).reversed() {
        let first = row < left.count ? left[row] : nil
        let other = column < right.count ? right[column] : nil
        table[row][column] = holds(first, other) { table[row + $0][column + $1] }
      }
    }
    return table[0][0]
  }
}
