package import FirestoreRulesLanguage

/// A match block with everything that the blocks around it contribute.
package struct MatchScope: Sendable {
  /// Its place in ``LintSubject/scopes``.
  package var id: Int
  /// The scope around it.
  package var parent: Int?
  package var block: MatchBlock
  /// Blocks around it, 0 for a block of the service.
  package var depth: Int
  /// The headers of the blocks around it and its own, in one.
  package var segments: [MatchSegment]
  /// The functions that conditions of the block may call, by name, as places in ``LintSubject/functions``.
  package var visibleFunctions: [String: Int]

  /// The names that the accumulated header captures; an inner one hides an outer one of the same name.
  package var captures: [String: MatchSegment] {
    var captures: [String: MatchSegment] = [:]
    for segment in segments {
      if let name = segment.captureName { captures[name] = segment }
    }
    return captures
  }

  /// The header below `/databases/{database}/documents`, the whole header when it begins with a recursive wildcard, and
  /// nil when it does not have the form of a path of a document.
  package var documentSegments: ArraySlice<MatchSegment>? {
    guard let first = segments.first else { return nil }
    if first.isRecursive { return segments[...] }
    guard segments.count >= 3, first.canMatch("databases"), !segments[1].isRecursive else { return nil }
    if segments[2].isRecursive { return segments[2...] }
    return segments[2].canMatch("documents") ? segments[3...] : nil
  }

  /// The id of the collection whose documents the block is about, when the header names it.
  package var collectionID: String? {
    guard let own = documentSegments, own.count >= 2 else { return nil }
    let (collection, document) = (own[own.endIndex - 2], own[own.endIndex - 1])
    if document.isRecursive { return nil }
    guard case .literal(let name) = collection.kind else { return nil }
    return name
  }

  /// Whether a recursive wildcard makes the block match at several depths.
  package var isRecursive: Bool { segments.contains(where: \.isRecursive) }

  /// `/users/{uid}`: the header below the documents, or the whole one.
  package var path: String {
    let shown = documentSegments ?? segments[...]
    return shown.isEmpty ? "/" : shown.map { "/" + $0.text }.joined()
  }
}

extension MatchSegment {
  package var isRecursive: Bool {
    if case .recursive = kind { true } else { false }
  }

  /// The variable that a wildcard captures.
  package var captureName: String? {
    switch kind {
    case .literal: nil
    case .capture(let name), .recursive(let name): name
    }
  }

  /// As it is written in a header.
  package var text: String {
    switch kind {
    case .literal(let text): text
    case .capture(let name): "{\(name)}"
    case .recursive(let name): "{\(name)=**}"
    }
  }

  /// Whether one segment of this text can match.
  func canMatch(_ text: String) -> Bool {
    switch kind {
    case .literal(let own): own == text
    case .capture, .recursive: true
    }
  }
}
