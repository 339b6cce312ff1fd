import FirestoreModel

/// The name of something that belongs to a database: `projects/P/databases/D/KIND/ID/…`.
struct AdministrationName: Hashable, Sendable {
  var database: DatabaseName
  /// Behind the database. The last one may have slashes: paths of fields do.
  private var parts: [String]

  /// - Parameter kinds: the names of the parts, as `["collectionGroups", "fields"]`.
  /// - Throws: INVALID_ARGUMENT for another form.
  init(_ text: String, _ kinds: String...) throws(FirestoreError) {
    let segments = text.split(separator: "/", maxSplits: 3 + 2 * kinds.count, omittingEmptySubsequences: false)
      .map(String.init)
    guard segments.count == 4 + 2 * kinds.count,
      kinds.indices.allSatisfy({ segments[4 + 2 * $0] == kinds[$0] && !segments[5 + 2 * $0].isEmpty })
    else {
      let form = ["projects/{project}/databases/{database}"] + kinds.map { "\($0)/{id}" }
      throw FirestoreError(
        .invalidArgument, "The name \"\(text)\" has another form than \"\(form.joined(separator: "/"))\".")
    }
    database = try DatabaseName(resourceName: segments[..<4].joined(separator: "/"))
    parts = kinds.indices.map { segments[5 + 2 * $0] }
  }

  subscript(index: Int) -> String { parts[index] }
}

/// Lists of the administration, a page at a time. A token says how many came before.
struct AdministrationPage<Element> {
  var elements: ArraySlice<Element>
  /// Empty behind the last page.
  var next = ""

  /// - Parameter size: 0: all.
  init(of all: [Element], size: Int32, token: String) throws(FirestoreError) {
    guard size >= 0 else { throw FirestoreError(.invalidArgument, "Page size must be nonnegative.") }
    guard let start = token.isEmpty ? 0 : Int(token), all.indices.contains(start) || start == 0 else {
      throw FirestoreError(.invalidArgument, "invalid page token")
    }
    elements = all.dropFirst(start)
    guard size > 0, elements.count > Int(size) else { return }
    elements = elements.prefix(Int(size))
    next = String(start + Int(size))
  }
}
