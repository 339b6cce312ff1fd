import SourceSyntax
import SourceTokens

/// Scripts: paths of files with or without an ending, folders with an index, and paths from a root that a configuration
/// names.
extension ModuleRules {
  /// The units of the file, where it is read. Of a page or component with several scripts all are the module.
  func script(_ module: NameID, from unit: UnitID) -> ModuleTarget? {
    let parts = units.parts(of: module)
    guard let first = parts.first else { return nil }
    let folder = units[unit].folder
    let stem = units.stem(ofModule: module)
    if units.isRelative(first) { return units.scriptFile(parts, stem, in: folder, words.index) }
    let around = [folder] + units.above(folder)
    for (base, path) in scriptPaths.places(of: units.names.bytes(of: module), around: around) {
      let parts = units.parts(of: path[...])
      if let found = units.scriptFile(parts, units.stem(ofModule: path), in: base, words.index) { return found }
    }
    // `@/a/b` and `~/a/b` stand for the root of the sources by convention, whatever tool reads them.
    if units.isRootSign(first) { return near(Array(parts.dropFirst()), stem, around) }
    // Paths from a root of their own have a folder in front; names of packages mostly stand alone.
    return parts.count > 1 && !known.contains(module) ? near(parts, stem, around) : nil
  }

  /// The file in the folder of sources nearest around.
  private func near(_ path: [NameID], _ stem: NameID?, _ around: [FolderID]) -> ModuleTarget? {
    for folder in around.compactMap({ units[$0].folders[words.src] }) + around {
      if let found = units.scriptFile(path, stem, in: folder, words.index) { return found }
    }
    return nil
  }
}

extension ProjectUnits {
  func isRelative(_ part: NameID) -> Bool { [".", ".."].contains { names.bytes(of: part).elementsEqual($0.utf8) } }
  func isRootSign(_ part: NameID) -> Bool { ["@", "~", "#"].contains { names.bytes(of: part).elementsEqual($0.utf8) } }

  /// The script at a path: the file of this name, the file of this name with an ending, the index of the folder.
  /// - Parameter stem: the last name without an ending that stands for another one.
  func scriptFile(
    _ path: [NameID], _ stem: NameID?, in start: FolderID, _ index: NameID
  ) -> ModuleTarget? {
    guard let (folder, last) = walk(path, from: start) else { return nil }
    guard let last else { return scripts(index, in: folder) }
    if let exact = self[folder].units.values.joined().filter({ self[$0].file == last }).sorted().first {
      return module(of: [exact], in: folder)
    }
    if let found = scripts(last, in: folder) ?? stem.flatMap({ scripts($0, in: folder) }) { return found }
    return self[folder].folders[last].flatMap { scripts(index, in: $0) }
  }

  /// The folder of a path and the name in it; no name where the path ends at the folder.
  func walk(_ path: [NameID], from start: FolderID) -> (folder: FolderID, last: NameID?)? {
    var folder = start
    for (place, part) in path.enumerated() {
      switch names.text(part) {
      case ".": break
      case "..": folder = self[folder].parent
      default:
        if place == path.count - 1 { return (folder, part) }
        guard let next = self[folder].folders[part] else { return nil }
        folder = next
      }
    }
    return (folder, nil)
  }

  private func scripts(_ stem: NameID, in folder: FolderID) -> ModuleTarget? {
    let found = units(stem, in: folder, .script)
    guard let first = found.min(by: { rank($0) < rank($1) }) else { return nil }
    return module(of: [first], in: folder)
  }

  /// All units of the file.
  private func module(of chosen: [UnitID], in folder: FolderID) -> ModuleTarget? {
    guard let first = chosen.first else { return nil }
    let all = self[folder].units[self[first].stem, default: []].filter { self[$0].file == self[first].file }
    return all.count == 1 ? .unit(first) : .units(all)
  }

  /// Of files that differ in their endings the typed one goes first, as tools do it.
  private func rank(_ unit: UnitID) -> Int {
    let endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"]
    let file = names.text(self[unit].file)
    return endings.firstIndex { file.hasSuffix($0) } ?? endings.count
  }

  /// `./a.js` stands for `a.ts` where only that is there: `a`.
  func stem(ofModule path: NameID) -> NameID? { stem(ofModule: Array(names.bytes(of: path))) }

  func stem(ofModule bytes: [UInt8]) -> NameID? {
    guard let end = bytes.lastIndex(of: UInt8(ascii: ".")),
      [".js", ".jsx", ".mjs", ".cjs"].contains(where: { bytes[end...].elementsEqual($0.utf8) })
    else { return nil }
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.startIndex
    return start < end ? names.id(of: bytes[start..<end]) : nil
  }
}
