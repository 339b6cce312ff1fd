import SourceSyntax
import SourceTokens

/// Dart: paths of files, and files of packages by the names of these.
extension ModuleRules {
  static func dartPackages(_ configuration: ModuleConfiguration, _ units: ProjectUnits) -> [[UInt8]: [FolderID]] {
    var packages: [[UInt8]: [FolderID]] = [:]
    for (name, folders) in configuration.dartPackages {
      packages[Array(name.utf8)] = folders.compactMap { units.folder(at: $0) }
    }
    return packages
  }

  /// The package of the name lies where a `pubspec.yaml` says so, whatever its folder is called. Of several the one that
  /// has the most folders in common with the unit goes first.
  func dart(_ module: NameID, from unit: UnitID) -> UnitID? {
    guard let name = units.dartPackage(of: module), let folders = dartPackages[Array(name)] else {
      return units.file(module, from: unit)
    }
    let around = [units[unit].folder] + units.above(units[unit].folder)
    let nearest = folders.sorted { distance($0, around) < distance($1, around) }
    return nearest.lazy.compactMap { units.dartFile(module, inPackage: $0) }.first ?? units.file(module, from: unit)
  }

  /// How far up from a unit the folder is that holds another one, too.
  private func distance(_ folder: FolderID, _ around: [FolderID]) -> Int {
    let own = [folder] + units.above(folder)
    return around.firstIndex { own.contains($0) } ?? around.count
  }
}

extension ProjectUnits {
  /// The package that `package:name/a.dart` names.
  func dartPackage(of path: NameID) -> ArraySlice<UInt8>? {
    let (text, scheme) = (names.bytes(of: path), Array("package:".utf8))
    return text.starts(with: scheme) ? text.dropFirst(scheme.count).prefix { $0 != UInt8(ascii: "/") } : nil
  }

  func dartFile(_ path: NameID, inPackage folder: FolderID) -> UnitID? {
    guard let lib = names.id(of: "lib"), let root = self[folder].folders[lib] else { return nil }
    return dartFile(Array(parts(of: path).dropFirst()), in: root)
  }

  /// `a/b.dart` from the folder of the unit, `package:name/a/b.dart` from the folder `lib` of a package whose folder has
  /// its name, and `/a/b.dart` from that of the unit's own package, as FlutterFlow writes it.
  func file(_ path: NameID, from unit: UnitID) -> UnitID? {
    let folder = self[unit].folder
    let isRooted = names.bytes(of: path).first == UInt8(ascii: "/")
    let package = dartPackage(of: path)
    guard isRooted || package != nil else { return dartFile(parts(of: path), in: folder) }
    let name = package.flatMap { names.id(of: $0) }
    let parts = isRooted ? parts(of: path)[...] : parts(of: path).dropFirst()
    guard let lib = names.id(of: "lib") else { return nil }
    for around in [folder] + above(folder) {
      let roots = [self[around].folders[lib], name.flatMap { self.folder([$0, lib], in: around) }]
      for root in roots.compactMap(\.self) {
        if let found = dartFile(Array(parts), in: root) { return found }
      }
    }
    return name.flatMap { distantPackage($0, lib) }.flatMap { dartFile(Array(parts), in: $0) }
  }

  /// The `lib` of the only folder of the project that is called like the package.
  private func distantPackage(_ name: NameID, _ lib: NameID) -> FolderID? {
    let found = folders.filter { $0.name == name && $0.families.contains(.dart) }.compactMap { $0.folders[lib] }
    return found.count == 1 ? found[0] : nil
  }

  private func dartFile(_ path: [NameID], in start: FolderID) -> UnitID? {
    guard let (folder, last) = walk(path, from: start), let last else { return nil }
    return self[folder].units.values.joined().first { self[$0].file == last && self[$0].language == .dart }
  }
}
