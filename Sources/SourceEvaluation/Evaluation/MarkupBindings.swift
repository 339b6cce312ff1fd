import Diagnostics
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Elements of a page that give what a component keeps whatever a person enters: `<input v-model="filter.name">`,
/// `bind:value={name}`, `<input [(ngModel)]="name">`.
extension Evaluator {
  /// Whether elements of the page around a place may give its values.
  mutating func isEntered(at place: OriginID) -> Bool {
    let unit = functions[origins[Int(place.raw)].function].key.unit
    let source = program.units[unit].tree.unit.source
    return SourceLanguage(fileName: source.path) == .page && !enteredPaths(in: unit).isEmpty
  }

  /// A record with whatever a person may enter in its entries.
  ///
  /// - Parameter isNamed: pages call it by a name of its own, too.
  mutating func withEntered(_ record: ValueID, of unit: Int, isNamed: Bool, _ place: OriginID) -> ValueID {
    let paths = enteredPaths(in: unit)
    return withEntered(record, isNamed ? paths + paths.map { Array($0.dropFirst()) } : paths, place)
  }

  private mutating func withEntered(_ record: ValueID, _ paths: [[NameID]], _ place: OriginID) -> ValueID {
    guard arena.kind(record) == .record, paths.contains(where: { !$0.isEmpty }) else { return record }
    var result = record
    for entry in entries(record) {
      guard let name = arena.knownText(entry.key) else { continue }
      let entered = entered(entry.value, at: name, paths, place)
      if entered != entry.value { result = putIndex(result, entry.key, entered) }
    }
    return result
  }

  /// An object with whatever a person may enter in its fields.
  mutating func withEntered(fieldsOf object: ValueID) -> ValueID {
    let type = Int(arena[object].payload)
    let key = types[type].key
    let paths = enteredPaths(in: key.unit)
    if paths.isEmpty { return object }
    let place = origin(function(key), key.node)
    var result = object
    for name in Set(paths.compactMap(\.first)).sorted() {
      let declared = lineage(type).first { place in
        functions[function(types[place].key)].graph.fields.contains { $0.name == name }
      }
      let before = field(result, name) ?? declared.flatMap { classMember($0, name, of: object) }
      guard let before else { continue }
      let entered = entered(before, at: name, paths, place)
      if entered != before { result = put(result, name, entered) }
    }
    return result
  }

  /// What stands under a name, or what a person enters there.
  private mutating func entered(
    _ value: ValueID, at name: NameID, _ paths: [[NameID]], _ place: OriginID
  ) -> ValueID {
    let own = paths.filter { $0.first == name }.map { Array($0.dropFirst()) }
    if own.isEmpty || arena.kind(value) == .function { return value }
    let outer = origins[Int(place.raw)]
    let inner = origin(outer.function, outer.node, extra: outer.extra &* 31 &+ name.raw)
    let value = withEntered(value, own, inner)
    guard own.contains([]) else { return value }
    let other = arena.unknown(.operation, inner)
    return choose(diagrams.condition(Atom(SubjectID(other.raw), .opaque(9))), other, value)
  }

  // MARK: - What pages name

  /// In the order of the text.
  private mutating func enteredPaths(in unit: Int) -> [[NameID]] {
    if let known = enteredPaths[unit] { return known }
    let tree = program.units[unit].tree
    var sources: [SourceText] = []
    if program.units[unit].tree.unit.language.family == .script { sources.append(tree.unit.source) }
    // `templateUrl: './list.component.html'`
    for node in tree.nodes where node.kind == .text {
      guard program.names.bytes(of: node.name).suffix(Self.page.count).elementsEqual(Self.page) else { continue }
      if case .unit(let page) = program.modules.target(of: node.name, from: UnitID(UInt32(unit))) {
        sources.append(program.units[Int(page.raw)].tree.unit.source)
      }
    }
    let paths = sources.flatMap { source in
      Self.marks.flatMap { Self.paths(behind: $0, in: source.bytes) }
    }.compactMap { path in
      let names = path.compactMap { program.names.id(of: $0) }
      return names.count == path.count ? names : nil
    }
    enteredPaths[unit] = paths
    return paths
  }

  private static let page = Array(".html".utf8)
  private static let marks = ["v-model", "bind:", "[("].map { Array($0.utf8) }

  /// What stands in the values of attributes whose names begin so.
  private static func paths(behind mark: [UInt8], in bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
    var found: [[ArraySlice<UInt8>]] = []
    var rest = bytes[...]
    while let place = rest.firstIndex(of: mark[0]) {
      rest = rest[place...]
      guard rest.starts(with: mark) else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(mark.count)
      let name = rest.prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
      let value = rest.dropFirst(name.count)
      guard value.first == UInt8(ascii: "=") else { continue }
      let path = value.dropFirst(2).prefix { isOfPath($0) }
      let parts = path.split { [UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "!")].contains($0) }
      let own = parts.first.map { $0.elementsEqual("this".utf8) } == true ? Array(parts.dropFirst()) : parts
      if !own.isEmpty { found.append(own) }
    }
    return found
  }

  private static func isOfPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."),
      UInt8(ascii: "?"), UInt8(ascii: "!"):
      true
    default: false
    }
  }
}
