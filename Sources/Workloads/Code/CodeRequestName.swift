import Diagnostics

/// How a workload names a request of the sources: a function, `Type.method`, or a place, `src/items.ts:12`.
struct CodeRequestName {
  enum Form: Equatable {
    case function(String)
    case place(path: String, line: Int)
    /// One word: a function, unless a collection is called so.
    case word(String)
  }

  let text: String
  let form: Form

  /// Nil for what can only be the path of a collection.
  init?(_ text: String) {
    self.text = text
    if let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]), colon > text.startIndex {
      form = .place(path: String(text[..<colon]), line: line)
    } else if text.hasSuffix("()"), text.utf8.count > 2 {
      form = .function(String(text.dropLast(2)))
    } else if text.contains("/") || text.contains("{") || text.isEmpty {
      return nil
    } else if text.contains(".") {
      form = .function(text)
    } else {
      form = .word(text)
    }
  }

  /// The requests of that name: those of a function that is called exactly so, or else those of a method of that name.
  func requests(among all: [CodeRequest]) -> [CodeRequest] {
    switch form {
    case .place(let path, let line):
      return all.filter { $0.line == line && ($0.path == path || $0.path.hasSuffix("/" + path)) }
    case .function(let name), .word(let name):
      let exact = all.filter { $0.function == name }
      return exact.isEmpty ? all.filter { $0.function?.hasSuffix("." + name) ?? false } : exact
    }
  }

  /// What may have been meant where nothing has the name.
  func help(among all: [CodeRequest]) -> String? {
    guard !all.isEmpty else { return "the sources ask for no documents" }
    switch form {
    case .place(let path, _):
      let files = Set(all.map(\.path))
      guard let file = files.sorted().first(where: { $0 == path || $0.hasSuffix("/" + path) }) else {
        return helpForUnknownName(path, among: files.sorted())
      }
      let lines = Set(all.filter { $0.path == file }.map(\.line)).sorted()
      return "`\(file)` asks in " + (lines.count == 1 ? "line " : "lines ")
        + lines.map(String.init).joined(separator: ", ")
    case .function(let name), .word(let name):
      let functions = Set(all.compactMap(\.function))
      if let near = NearestName.of(name, among: functions.sorted()) { return "did you mean `\(near)`?" }
      // The method may be right, and the type another one.
      let method = name.split(separator: ".").last.map(String.init) ?? name
      let alike = functions.filter { $0 == method || $0.hasSuffix("." + method) }
      return alike.isEmpty ? helpForUnknownName(name, among: functions.sorted()) : "known: \(Self.list(alike.sorted()))"
    }
  }

  private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
}
