/// Which parts of a library use which. A part is a folder with all its files, or a file beside the folders; it uses
/// another one when a file of it names a type that a file of the other declares outside of all braces.
struct FolderUses {
  /// By part, by used part: one example.
  private var uses: [String: [String: String]] = [:]

  /// - Parameter exceptions: names of files beside the folders that do not count.
  init(of files: [SwiftFile], except exceptions: Set<String> = []) {
    let placed = files.map { (part: $0.part, file: $0) }.filter { !exceptions.contains($0.part) }
    var declarations: [Substring: (part: String, path: String)] = [:]
    for (part, file) in placed {
      for type in file.declaredTypes { declarations[type] = declarations[type] ?? (part, file.path) }
    }
    for (part, file) in placed {
      for word in file.capitalizedWords {
        guard let declaration = declarations[word], declaration.part != part else { continue }
        let example = "\(file.path) uses \(word) of \(declaration.path)"
        uses[part, default: [:]][declaration.part] = min(uses[part]?[declaration.part] ?? example, example)
      }
    }
  }

  /// The uses that keep folders from having an order; none when every folder stands above all that it uses. Files that
  /// use one another have no order to keep, unless there is a folder between them.
  var circles: [String] {
    let reached = Dictionary(uniqueKeysWithValues: uses.keys.map { ($0, everythingUsed(by: $0)) })
    func leadsBack(_ other: String, to part: String) -> Bool { reached[other]?.contains(part) == true }
    return uses.flatMap { part, used -> [String] in
      let circle = reached[part, default: []].filter { leadsBack($0, to: part) }
      guard circle.contains(where: { !$0.hasSuffix(".swift") }) else { return [] }
      return used.filter { leadsBack($0.key, to: part) }.map(\.value)
    }.sorted()
  }

  private func everythingUsed(by part: String) -> Set<String> {
    var found: Set<String> = []
    var open = [part]
    while let next = open.popLast() {
      for used in uses[next, default: [:]].keys where found.insert(used).inserted { open.append(used) }
    }
    return found
  }
}

extension SwiftFile {
  /// The folder below that of the target, or its own name for a file beside the folders.
  fileprivate var part: String { path.split(separator: "/").dropFirst(2).first.map(String.init) ?? path }

  fileprivate var capitalizedWords: Set<Substring> {
    Set(
      code.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }.filter { $0.first?.isUppercase == true })
  }

  /// Types that other files can name: declared outside of all braces, and not private.
  var declaredTypes: [Substring] {
    let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
    let others: Set<Substring> = ["private", "fileprivate", "extension", "func"]
    var depth = 0
    var types: [Substring] = []
    for line in code {
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      if depth == 0, let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
        !words[..<kind].contains(where: others.contains)
      {
        types.append(words[kind + 1])
      }
      depth += line.reduce(0) { $0 + ($1 == "{" ? 1 : $1 == "}" ? -1 : 0) }
    }
    return types
  }
}
