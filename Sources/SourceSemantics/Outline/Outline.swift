package import SourceSyntax
package import SourceTokens

/// What a unit declares, imports and exports: all that others may know of it without looking into its bodies.
package struct Outline: Sendable {
  /// The unit itself, then what others can name in the order of the text, then what bodies hold. So an edit inside a body
  /// does not change the place of anything that others can name.
  package let declarations: [Declaration]
  package let imports: [ImportFact]
  package let exports: [ExportFact]
  /// The same as long as nothing but bodies has changed.
  package let fingerprint: ContentHash
  private let members: [Member: [UInt32]]
  /// Imports by the names that they bind: places in `imports`, and of the item in the import.
  private let bindings: [NameID: [ImportBinding]]
  /// The same by the nodes of the items.
  private let items: [NodeID: ImportBinding]

  package struct ImportBinding: Hashable, Sendable {
    package let place: Int
    package let item: Int
  }

  private struct Member: Hashable {
    var parent: UInt32
    var name: NameID
  }

  package init(_ tree: SyntaxTree, _ names: NameTable) {
    var reader = OutlineReader(tree, ScriptNames(names))
    reader.read()
    declarations = reader.declarations
    imports = reader.imports
    exports = reader.exports
    fingerprint = Fingerprint.of(tree)
    bindings = Dictionary(
      grouping: reader.imports.indices.flatMap { place in
        reader.imports[place].items.indices.map { ImportBinding(place: place, item: $0) }
      }, by: { [imports = reader.imports] in imports[$0.place].items[$0.item].binding })
    items = Dictionary(
      bindings.values.joined().map { [imports = reader.imports] in
        (imports[$0.place].items[$0.item].node, $0)
      }, uniquingKeysWith: { first, _ in first })
    members = Dictionary(
      grouping: declarations.indices.dropFirst().map { UInt32($0) },
      by: { [declarations] in
        Member(parent: declarations[Int($0)].parent, name: declarations[Int($0)].name)
      })
  }

  package subscript(place: UInt32) -> Declaration { declarations[Int(place)] }

  /// The places of what a declaration holds under a name. The top level of the unit is the declaration 0.
  package func members(of parent: UInt32, named name: NameID) -> [UInt32] {
    members[Member(parent: parent, name: name), default: []]
  }

  /// The imports that bind a name.
  package func imports(binding name: NameID) -> [ImportBinding] { bindings[name, default: []] }

  package func importItem(at node: NodeID) -> ImportBinding? { items[node] }

  /// The places of all that a declaration holds, in their order.
  package func members(of parent: UInt32) -> [UInt32] {
    declarations.indices.dropFirst().map { UInt32($0) }.filter { self[$0].parent == parent }
  }

  /// What stands around a declaration, from the inside to the unit.
  package func enclosing(_ place: UInt32) -> [UInt32] {
    var places: [UInt32] = []
    var at = place
    while at != 0 {
      at = self[at].parent
      places.append(at)
    }
    return places
  }
}
