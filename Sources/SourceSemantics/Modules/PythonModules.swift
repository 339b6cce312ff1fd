import SourceSyntax
import SourceTokens

/// Python: a module is a file or a folder, found from the folder of a package or from one where the interpreter begins to
/// search; of those nothing is known, so every folder around the importing file that is no package itself may be one.
extension ModuleRules {
  func python(_ fact: ImportFact, from unit: UnitID) -> ModuleGraph.ImportTarget {
    let folder = units[unit].folder
    guard !fact.path.names.isEmpty || fact.path.levels > 0 else { return external(fact) }
    if fact.path.levels > 0 {
      let around = [folder] + units.above(folder)
      guard fact.path.levels <= around.count, let found = module(fact.path.names, in: around[fact.path.levels - 1])
      else { return external(fact) }
      return .init(module: found, first: found)
    }
    return root(of: fact, from: unit).flatMap { root in
      module(fact.path.names, in: root).map { found in
        .init(module: found, first: module(Array(fact.path.names.prefix(1)), in: root) ?? found)
      }
    } ?? external(fact)
  }

  private func external(_ fact: ImportFact) -> ModuleGraph.ImportTarget {
    .init(module: .external(fact.module), first: .external(fact.path.names.first ?? fact.module))
  }

  /// The folder from which an absolute path is found.
  private func root(of fact: ImportFact, from unit: UnitID) -> FolderID? {
    let around = [units[unit].folder] + units.above(units[unit].folder)
    let path = fact.path.names
    let isFound = { (folder: FolderID) in module(path, in: folder).map { $0 != .unit(unit) } ?? false }
    if let root = around.first(where: { !isPackage($0) && isFound($0) }) { return root }
    // A file of a package that is run by itself finds the files beside it.
    if let root = around.first(where: { isPackage($0) && isFound($0) && declaresAll(fact, in: $0) }) { return root }
    return distantRoot(of: fact)
  }

  /// Sources whose root is told by a setting only: the one folder of the project that has the whole path.
  private func distantRoot(of fact: ImportFact) -> FolderID? {
    guard let first = fact.path.names.first else { return nil }
    let roots = pythonRoots(first).filter { folder in
      module(fact.path.names, in: folder) != nil && (fact.path.names.count > 1 || declaresAll(fact, in: folder))
    }
    return roots.count == 1 ? roots[0] : nil
  }

  /// Folders that are no packages and hold a module or package of the name.
  private func pythonRoots(_ name: NameID) -> [FolderID] {
    units.folders.indices.map { FolderID(raw: UInt32($0)) }.filter { folder in
      units[folder].families.contains(.python) && !isPackage(folder) && module([name], in: folder) != nil
    }
  }

  /// What is imported by name is there: a module of the same name elsewhere is another one.
  private func declaresAll(_ fact: ImportFact, in root: FolderID) -> Bool {
    guard case .unit(let unit) = module(fact.path.names, in: root), !fact.items.isEmpty else { return false }
    return fact.items.allSatisfy { item in
      item.kind == .member && !outlines[Int(unit.raw)].members(of: 0, named: item.name).isEmpty
    }
  }

  private func isPackage(_ folder: FolderID) -> Bool { !units.units(words.initFile, in: folder, .python).isEmpty }

  /// The module with these names below a folder.
  private func module(_ path: [NameID], in start: FolderID) -> ModuleTarget? {
    guard let last = path.last else { return units.pythonPackage(start, words.initFile) }
    guard let folder = units.folder(path.dropLast(), in: start) else { return nil }
    return units.pythonModule(last, in: folder, words.initFile)
  }
}

extension ProjectUnits {
  /// A package goes before a file, and a file before a folder that is no package.
  func pythonModule(_ name: NameID, in folder: FolderID, _ initName: NameID) -> ModuleTarget? {
    let below = self[folder].folders[name]
    if let below, let file = units(initName, in: below, .python).first { return .unit(file) }
    if let file = units(name, in: folder, .python).first { return .unit(file) }
    return below.flatMap { pythonPackage($0, initName) }
  }

  func pythonPackage(_ folder: FolderID, _ initName: NameID) -> ModuleTarget? {
    if let file = units(initName, in: folder, .python).first { return .unit(file) }
    return self[folder].families.contains(.python) ? .folder(folder) : nil
  }
}

extension ModuleGraph {
  func submodule(_ name: NameID, in folder: FolderID) -> ModuleTarget? {
    units.pythonModule(name, in: folder, initName)
  }
}
