/// Which folders of a library use which: a folder uses another one when a file of it names a type that a file of the
/// other declares outside of all braces. Files beside the folders are the entrance of the library and belong to none.
struct FolderUses {
  /// By folder, by used folder: one example.
  private var uses: [String: [String: String]] = [:]

  init(of files: [SwiftFile]) {
    let placed = files.compactMap { file in file.folder.map { (folder: $0, file: file) } }
    var declarations: [Substring: (folder: String, path: String)] = [:]
    for (folder, file) in placed {
      for type in file.declaredTypes { declarations[type] = declarations[type] ?? (folder, file.path) }
    }
    for (folder, file) in placed {
      for word in file.capitalizedWords {
        guard let declaration = declarations[word], declaration.folder != folder else { continue }
        let example = "\(file.path) uses \(word) of \(declaration.path)"
        uses[folder, default: [:]][declaration.folder] = min(uses[folder]?[declaration.folder] ?? example, example)
      }
    }
  }

  /// The uses that keep folders from having an order; none when every folder stands above all that it uses.
  var circles: [String] {
    var rest = uses
    var isSmaller = true
    while isSmaller {
      let count = rest.count
      // What uses nothing that is left, and what nothing that is left uses, is in no circle.
      let used = Set(rest.values.flatMap(\.keys))
      rest = rest.filter { used.contains($0.key) }
      rest = rest.mapValues { $0.filter { rest[$0.key] != nil } }.filter { !$0.value.isEmpty }
      isSmaller = rest.count < count
    }
    return rest.flatMap(\.value.values).sorted()
  }
}

extension SwiftFile {
  /// The folder below that of the target; nil for a file beside the folders.
  fileprivate var folder: String? {
    let parts = path.split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : nil
  }

  fileprivate var capitalizedWords: Set<Substring> {
    Set(
      code.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }.filter { $0.first?.isUppercase == true })
  }

  /// Types that other files can name: declared outside of all braces, and not private.
  fileprivate var declaredTypes: [Substring] {
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
