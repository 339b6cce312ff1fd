import Diagnostics
import SourceSemantics
import SourceSyntax
import SourceTokens

/// What a unit says by itself of what it has of other units.
struct UnitMentions: Hashable, Sendable {
  /// Of a script without imports and exports.
  struct Script: Hashable, Sendable {
    let declared: [NameID]
    let mentioned: Set<NameID>
  }

  let path: String
  /// What it imports, exports from and names otherwise: modules are named by calls, too, wherever these stand, and in what
  /// is exported: `import("./page")`, `export * from "./queries"`.
  let modules: Set<NameID>
  let script: Script?

  init(_ tree: SyntaxTree, _ outline: Outline, _ names: NameTable) {
    path = tree.unit.source.path
    var modules = Set(outline.imports.map(\.module))
    for export in outline.exports {
      switch export.source {
      case .member(_, of: let module), .module(let module), .all(of: let module): modules.insert(module)
      case .local, .value: break
      }
    }
    for node in tree.nodes where node.kind == .text && !modules.contains(node.name) {
      let bytes = names.bytes(of: node.name)
      if let first = bytes.first, Self.signs.contains(first), bytes.contains(UInt8(ascii: "/")) {
        modules.insert(node.name)
      }
    }
    self.modules = modules
    guard outline.imports.isEmpty, outline.exports.isEmpty else {
      script = nil
      return
    }
    let declared = outline.declarations.filter { declaration in
      declaration.parent == 0 && declaration.name != .empty && !declaration.flags.contains(.isLocal)
    }
    script = Script(
      declared: declared.map(\.name), mentioned: Set(tree.nodes.lazy.filter { $0.kind == .name }.map(\.name)))
  }

  /// What paths of modules of the project begin with.
  private static let signs: Set<UInt8> = [UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "~"), UInt8(ascii: "#")]
}
