import SourceSyntax
import SourceTokens

/// Names with a meaning in modules of scripts that are no words of the language.
struct ScriptNames {
  /// Nil where no source has the name.
  let require, exports: NameID?
  /// Functions that compilers put around `require`.
  let interoperations: Set<NameID>

  init(_ names: NameTable) {
    require = names.id(of: "require")
    exports = names.id(of: "exports")
    interoperations = Set(
      ["__importStar", "__importDefault", "_interopRequireWildcard", "_interopRequireDefault", "__toESM"]
        .compactMap { names.id(of: $0) })
  }
}

extension OutlineReader {
  mutating func readExport(_ id: NodeID, in owner: UInt32) {
    let children = tree.children(of: id)
    let module = tree.child(.modulePath, of: id).map { tree.name($0) }
    if module != nil || children.contains(where: { tree.kind($0) == .importItem }) || children.isEmpty {
      readExportList(id, of: module)
    } else if let child = children.last {
      readExported(child, of: id, in: owner)
    }
  }

  /// `export { a as b } from 'm'`, `export * from 'm'`, `export * as a from 'm'`.
  private mutating func readExportList(_ id: NodeID, of module: NameID?) {
    let items = tree.children(.importItem, of: id)
    if items.isEmpty, let module, tree[id].flags.contains(.all) || tree.unit.language.family == .dart {
      exports.append(ExportFact(name: .empty, source: .all(of: module), node: id))
    }
    for item in items {
      let own = tree.name(item)
      let shown = tree.child(.binding, of: item).map { tree.name($0) } ?? own
      let source: ExportFact.Source =
        module.map { tree[item].flags.contains(.all) ? .module($0) : .member(own, of: $0) } ?? .local(own)
      exports.append(ExportFact(name: shown, source: source, node: item))
    }
  }

  /// `export` before a declaration or, with `default`, before a value. What the whole module is (`export = …`, a file of
  /// data), has names.
  private mutating func readExported(_ child: NodeID, of id: NodeID, in owner: UInt32) {
    let first = declarations.count
    read(child, in: owner, .isExported)
    let isDefault = tree[id].flags.contains(.isDefault)
    let declared = declarations[first...].filter {
      $0.parent == owner && $0.name != .empty && !$0.flags.contains(.isLocal)
    }
    if isDefault, tree[id].flags.contains(.all), tree.kind(child) == .record {
      addRecord(child, of: id)
    } else if isDefault {
      let named = tree.kind(child) == .name ? tree.name(child) : declared.first?.name
      let source = named.map { ExportFact.Source.local($0) } ?? .value(child)
      exports.append(ExportFact(name: Word.default.name, source: source, node: id))
    } else {
      exports += declared.map { ExportFact(name: $0.name, source: .local($0.name), node: id) }
    }
  }

  /// `module.exports = …`, `exports.a = …`, `module.exports.a = …`.
  mutating func readCommonExport(_ id: NodeID) {
    guard tree.unit.language.family == .script, let exported = words.exports,
      let target = tree.children(of: id).first, let value = tree.children(of: id).last,
      let path = tree.path(of: target)
    else { return }
    let module = Word.module.name
    if path == [module, exported] || path == [exported] {
      addRecord(value, of: id)
    } else if path.count == 2 && path[0] == exported || path.count == 3 && path[0] == module && path[1] == exported {
      exports.append(ExportFact(name: path[path.count - 1], source: source(of: value), node: id))
    }
  }

  /// `module.exports = { a, b: c }` exports names, anything else itself.
  private mutating func addRecord(_ value: NodeID, of id: NodeID) {
    exports.append(ExportFact(name: Word.default.name, source: source(of: value), node: id))
    guard tree.kind(value) == .record else { return }
    for entry in tree.children(of: value) where tree.name(entry) != .empty {
      switch tree.kind(entry) {
      case .entry:
        let part = tree.children(of: entry).last ?? entry
        exports.append(ExportFact(name: tree.name(entry), source: source(of: part), node: entry))
      case .function: exports.append(ExportFact(name: tree.name(entry), source: .value(entry), node: entry))
      default: break
      }
    }
  }

  private func source(of value: NodeID) -> ExportFact.Source {
    tree.kind(value) == .name ? .local(tree.name(value)) : .value(value)
  }
}
