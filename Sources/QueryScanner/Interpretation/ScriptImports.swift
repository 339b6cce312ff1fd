import Diagnostics

/// Which file of the project an import of JavaScript and TypeScript means.
extension DeclarationIndex {
  /// - Parameter specifier: as it is written: `../constants`, `@/lib/db.js`, `some-package`.
  /// - Returns: nil where it names a package, nothing that was read, or what only the settings of a bundler decide.
  func scriptFile(_ specifier: String, from file: Int) -> Int? {
    let parts = specifier.split(separator: "/", omittingEmptySubsequences: true)
    guard let first = parts.first else { return nil }
    if first == "." || first == ".." {
      let path = self.path(parts, from: file)
      return preferred(named(path, file) { stem, path in stem.elementsEqual(path) }, path, file)
    }
    guard !JavaScriptModule.of(specifier).isFirebase else { return nil }
    if ["@", "~", "~~", "@@", "#"].contains(first) { return aliased(Array(parts.dropFirst()), from: file) }
    let isAlias = ["$", "@", "#"].contains(first.prefix(1))
    let path = isAlias ? [first.dropFirst()] + parts.dropFirst() : parts
    // One word is a package.
    return path.count > 1 || specifier.utf8.first == UInt8(ascii: "/") ? aliased(path, from: file) : nil
  }

  /// What a relative specifier means for a file.
  private func path(_ parts: [Substring], from file: Int) -> [Substring] {
    var path = Self.components(files[file].source.source.path)
    path.removeLast()
    for part in parts where part != "." {
      if part != ".." {
        path.append(part)
      } else if let last = path.last, last != ".." {
        path.removeLast()
      } else {
        path.append("..")
      }
    }
    // The folder in which Firebreak runs has no name.
    return path.isEmpty ? ["index"] : path
  }

  /// Below a folder that settings say: that of the sources around the file.
  private func aliased(_ path: [Substring], from file: Int) -> Int? {
    let found = named(path, file) { stem, path in stem.suffix(path.count).elementsEqual(path) }
    guard found.count > 1 else { return found.first }
    let own = Self.components(files[file].stem).dropLast()
    let roots = found.map { Self.components(files[$0].stem).dropLast(path.count) }
    let around = found.indices.filter { own.starts(with: roots[$0]) }
    if around.count == 1 { return found[around[0]] }
    let best = around.filter { roots[$0].last == "src" }
    let chosen = best.isEmpty ? around.filter { roots[$0].isEmpty } : best
    return preferred(chosen.map { found[$0] }, path, file)
  }

  /// Scripts that a path means with or without an extension, or as a folder.
  private func named(
    _ path: [Substring], _ file: Int, where fits: (_ stem: [Substring], _ path: [Substring]) -> Bool
  ) -> [Int] {
    guard let last = path.last else { return [] }
    var paths = [path]
    if SourceLanguage(fileName: String(last))?.isScript == true, let dot = last.lastIndex(of: ".") {
      paths.append(path.dropLast() + [last[..<dot]])
    }
    if last == "index", path.count > 1 { paths.append(path.dropLast()) }
    return paths.flatMap { path in
      (filesByBaseName[path.last.map(String.init) ?? ""] ?? []).filter { candidate in
        let source = files[candidate].source
        return candidate != file && source.fence == nil && source.language.isScript
          && fits(Self.components(files[candidate].stem), path)
      }
    }
  }

  private static func components(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
  }

  /// Of several files that one path means: the one with the extension that it names, then a file before the index of a
  /// folder, then what is of the same language.
  private func preferred(_ found: [Int], _ path: [Substring], _ file: Int) -> Int? {
    guard found.count > 1, let last = path.last else { return found.first }
    let names = found.map { Self.components(files[$0].source.source.path).last ?? "" }
    if let exact = found.indices.first(where: { names[$0] == last }) { return found[exact] }
    let alone = found.indices.filter { !names[$0].hasPrefix("index.") }.map { found[$0] }
    let kept = alone.isEmpty ? found : alone
    let same = kept.filter { files[$0].source.language == files[file].source.language }
    return kept.count == 1 ? kept[0] : same.count == 1 ? same[0] : nil
  }
}

extension SourceLanguage {
  var isScript: Bool { self == .javascript || self == .typescript }
}
