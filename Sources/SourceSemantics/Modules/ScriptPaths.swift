import SourceSyntax
import SourceTokens

/// A configuration of scripts over the folders of a project.
struct ScriptPaths: Sendable {
  private struct Scope: Sendable {
    var folder: FolderID
    var base: FolderID
    var hasBase: Bool
    var patterns: [(before: [UInt8], after: [UInt8], targets: [[UInt8]])]
  }

  private var scopes: [Scope] = []
  private var packages: [(name: [UInt8], folder: FolderID, entries: [[UInt8]])] = []

  init(_ configuration: ModuleConfiguration, _ units: ProjectUnits) {
    for paths in configuration.paths {
      guard let folder = units.folder(at: paths.folder), let base = units.folder(at: paths.base) else { continue }
      let patterns = paths.patterns.map { pattern, targets in
        let parts = pattern.utf8.split(separator: UInt8(ascii: "*"), maxSplits: 1, omittingEmptySubsequences: false)
        return (
          before: Array(parts[0]), after: parts.count > 1 ? Array(parts[1]) : [],
          targets: targets.map { Array($0.utf8) }
        )
      }
      // The longest pattern goes first.
      scopes.append(
        Scope(
          folder: folder, base: base, hasBase: paths.hasBase,
          patterns: patterns.sorted { $0.before.count > $1.before.count }))
    }
    for package in configuration.packages {
      guard let folder = units.folder(at: package.folder) else { continue }
      packages.append((Array(package.name.utf8), folder, package.entries.map { Array($0.utf8) }))
    }
  }

  /// Places where a module may be, as a folder and a path from there.
  func places(of module: ArraySlice<UInt8>, around folders: [FolderID]) -> [(folder: FolderID, path: [UInt8])] {
    scopes.filter { folders.contains($0.folder) }.flatMap { places(of: module, $0) } + packagePlaces(of: module)
  }

  private func places(of module: ArraySlice<UInt8>, _ scope: Scope) -> [(folder: FolderID, path: [UInt8])] {
    let matching = scope.patterns.first { pattern in
      module.starts(with: pattern.before) && module.reversed().starts(with: pattern.after.reversed())
        && module.count >= pattern.before.count + pattern.after.count
        && (!pattern.targets.allSatisfy { !$0.contains(UInt8(ascii: "*")) } || module.count == pattern.before.count)
    }
    let own = matching.map { pattern in
      let inner = module.dropFirst(pattern.before.count).dropLast(pattern.after.count)
      return pattern.targets.map { target in
        (folder: scope.base, path: target.flatMap { $0 == UInt8(ascii: "*") ? Array(inner) : [$0] })
      }
    }
    return (own ?? []) + (scope.hasBase ? [(folder: scope.base, path: Array(module))] : [])
  }

  private func packagePlaces(of module: ArraySlice<UInt8>) -> [(folder: FolderID, path: [UInt8])] {
    for package in packages where module.starts(with: package.name) {
      let rest = module.dropFirst(package.name.count)
      if rest.isEmpty { return package.entries.map { (package.folder, $0) } }
      guard rest.first == UInt8(ascii: "/") else { continue }
      return [(package.folder, Array(rest.dropFirst())), (package.folder, Array("src".utf8) + rest)]
    }
    return []
  }
}
