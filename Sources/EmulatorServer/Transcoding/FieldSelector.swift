/// The names of a field selector, as a tree: `documents(name,fields/title),nextPageToken`.
///
/// Commas separate paths, a slash or a dot leads to what is inside, parentheses hold several paths from where they
/// stand, `*` is every name, and names with other letters stand in backquotes (Google's "System parameters" and "Return
/// specific fields").
final class FieldSelector {
  /// A path ends here: everything below is selected.
  private(set) var isEnd = false
  private(set) var inner: [String: FieldSelector] = [:]

  /// To how many places it may lead, about: each `*` doubles what is below it in values, which hold values in two ways.
  var places: Double { inner.reduce(1) { $0 + ($1.key == "*" ? 2 : 1) * $1.value.places } }

  /// Nil for text that is no selector, or one that nests too deep to be of any message.
  static func read(_ text: String) -> FieldSelector? {
    let root = FieldSelector()
    var rest = text[...]
    guard root.readPaths(&rest, depth: 0), rest.isEmpty else { return nil }
    return root
  }

  private func readPaths(_ rest: inout Substring, depth: Int) -> Bool {
    repeat {
      guard readPath(&rest, depth: depth) else { return false }
    } while rest.take(",")
    return true
  }

  private func readPath(_ rest: inout Substring, depth: Int) -> Bool {
    var (place, depth) = (self, depth)
    repeat {
      guard let name = rest.takeName(), depth < WireBytes.depth else { return false }
      place = place.inside(name)
      depth += 1
      if rest.take("(") { return place.readPaths(&rest, depth: depth) && rest.take(")") }
    } while rest.take("/") || rest.take(".")
    place.isEnd = true
    return true
  }

  private func inside(_ name: String) -> FieldSelector {
    if let known = inner[name] { return known }
    let new = FieldSelector()
    inner[name] = new
    return new
  }
}

extension Substring {
  private mutating func skipBlanks() { self = drop { $0 == " " } }

  fileprivate mutating func take(_ sign: Character) -> Bool {
    skipBlanks()
    guard first == sign else { return false }
    removeFirst()
    skipBlanks()
    return true
  }

  /// Nil where no name stands.
  fileprivate mutating func takeName() -> String? {
    skipBlanks()
    if first == "`" { return takeQuotedName() }
    let name = prefix { !"/.,()` ".contains($0) }
    self = self[name.endIndex...]
    return name.isEmpty ? nil : String(name)
  }

  private mutating func takeQuotedName() -> String? {
    let content = dropFirst()
    guard let end = content.firstIndex(of: "`") else { return nil }
    self = content[end...].dropFirst()
    return String(content[..<end])
  }
}
