import Diagnostics
import SourceSyntax
package import SourceTokens

/// A folder that holds sources; the root has the number 0.
package struct FolderID: Hashable, Sendable {
  package let raw: UInt32

  package static let root = FolderID(raw: 0)
}

/// Where the units of a project stand: folders and files by the numbers of their names.
package struct ProjectUnits: Sendable {
  package struct Place: Hashable, Sendable {
    package let folder: FolderID
    /// The name of the file.
    package let file: NameID
    /// The same without its last ending.
    package let stem: NameID
    package let language: SourceLanguage
    /// It is a piece of a document.
    package let isShown: Bool
  }

  struct Folder: Sendable {
    var parent: FolderID
    var name: NameID
    var folders: [NameID: FolderID] = [:]
    var units: [NameID: [UnitID]] = [:]
    /// Families of the units in it and below.
    var families: Set<SourceLanguage.Family> = []
  }

  package private(set) var places: [Place] = []
  private(set) var folders = [Folder(parent: .root, name: .empty)]
  private(set) var names = NameTable()

  /// - Parameter names: the names of folders and files are added to it.
  package init(_ units: [SourceUnit], _ names: inout NameTable) {
    // Parts of paths that are no names of files.
    for part in [".", "..", "@", "~", "#"] { _ = names.intern(part) }
    for (number, unit) in units.enumerated() {
      var parts = Array(unit.source.path.utf8).split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
      let file = parts.popLast() ?? []
      var folder = FolderID.root
      for part in parts { folder = enter(names.intern(part), of: folder) }
      let stem = file.lastIndex(of: UInt8(ascii: ".")).map { file[..<$0] } ?? file
      places.append(
        Place(
          folder: folder, file: names.intern(file), stem: names.intern(stem), language: unit.language,
          isShown: unit.isShown))
      // Nothing imports a piece of a document.
      if !unit.isShown { add(UnitID(UInt32(number))) }
    }
    self.names = names
  }

  /// A table that begins with the names that were known.
  mutating func take(_ names: NameTable) { self.names = names }

  private mutating func enter(_ name: NameID, of folder: FolderID) -> FolderID {
    if let known = self[folder].folders[name] { return known }
    let made = FolderID(raw: UInt32(folders.count))
    folders.append(Folder(parent: folder, name: name))
    folders[Int(folder.raw)].folders[name] = made
    return made
  }

  private mutating func add(_ unit: UnitID) {
    let place = self[unit]
    folders[Int(place.folder.raw)].units[place.stem, default: []].append(unit)
    for folder in [place.folder] + above(place.folder) {
      folders[Int(folder.raw)].families.insert(place.language.family)
    }
  }

  subscript(folder: FolderID) -> Folder { folders[Int(folder.raw)] }
  package subscript(unit: UnitID) -> Place { places[Int(unit.raw)] }

  /// The folders around a folder, from the inside to the root.
  func above(_ folder: FolderID) -> [FolderID] {
    var all: [FolderID] = []
    var at = folder
    while at != .root {
      at = self[at].parent
      all.append(at)
    }
    return all
  }

  /// The folder below, by the names on the way.
  func folder(_ path: some Sequence<NameID>, in start: FolderID) -> FolderID? {
    var at = start
    for name in path {
      guard let next = self[at].folders[name] else { return nil }
      at = next
    }
    return at
  }

  /// Whether two pieces are shown by the same document.
  func showsBoth(_ unit: UnitID, _ other: UnitID) -> Bool {
    let (one, two) = (self[unit], self[other])
    return one.isShown && two.isShown && one.folder == two.folder && one.file == two.file
  }

  /// Whether a unit can see what another one declares: what documents show, only documents see.
  func sees(_ unit: UnitID, _ other: UnitID) -> Bool { !self[other].isShown || self[unit].isShown }

  /// The units of a family with a name without its ending.
  func units(_ stem: NameID, in folder: FolderID, _ family: SourceLanguage.Family) -> [UnitID] {
    self[folder].units[stem, default: []].filter { self[$0].language.family == family }
  }

  /// The parts of a path as text, between its slashes. A part that no source is named like is empty.
  func parts(of path: NameID) -> [NameID] { parts(of: names.bytes(of: path)) }

  func parts(of path: ArraySlice<UInt8>) -> [NameID] {
    path.split(separator: UInt8(ascii: "/")).map { names.id(of: $0) ?? .empty }
  }

  /// The folder at a path from the root, where sources are in it.
  func folder(at path: String) -> FolderID? {
    var folder = FolderID.root
    for part in parts(of: Array(path.utf8)[...]) {
      switch names.text(part) {
      case ".": break
      case "..": folder = self[folder].parent
      default:
        guard let next = self[folder].folders[part] else { return nil }
        folder = next
      }
    }
    return folder
  }
}
