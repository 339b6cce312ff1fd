import Diagnostics
package import SourceTokens

/// What is kept of every unit, also of those that no tree is made of. All of it is read from tokens.
package struct UnitIndex: Hashable, Sendable {
  package let hash: ContentHash
  /// The names that the unit uses, each once, in the order of their numbers.
  package private(set) var used: [NameID]
  /// Of these, names that it may declare: those behind words that declare and in front of parameters. Some of them are
  /// none.
  package private(set) var declared: [NameID]
  /// The modules that it imports, as written, each once, in the order of the source: the text of a script's or Dart's
  /// path, the dotted name elsewhere (Python's with its leading dots).
  package private(set) var imports: [StringID]

  init(_ unit: SourceUnit, _ tokens: TokenArray, _ names: inout NameTable, _ marks: inout NameMarks) {
    let span = unit.span.clamped(to: unit.source.bytes.count)
    hash = ContentHash(unit.source.bytes[span])
    imports = ImportReader(unit.language, tokens).read(&names)
    marks.begin(names.count)
    used = tokens.tokens.compactMap { token in
      let name = token.name
      return name != .empty && marks.insert(name) ? name : nil
    }
    marks.begin(names.count)
    let reader = DeclaredNames(unit.language, tokens)
    declared = (0..<tokens.count).compactMap { index in
      guard let name = reader.name(at: index), marks.insert(name) else { return nil }
      return name
    }
    used.sort()
    declared.sort()
  }

  /// Gives the names other numbers, after tables of names were merged.
  mutating func rename(_ names: [NameID]) {
    used = used.map { names[Int($0.raw)] }.sorted()
    declared = declared.map { names[Int($0.raw)] }.sorted()
    imports = imports.map { names[Int($0.raw)] }
  }
}

/// A set of names that is emptied in no time.
struct NameMarks {
  private var stamps: [UInt32] = []
  private var stamp: UInt32 = 0

  mutating func begin(_ count: Int) {
    if stamps.count < count { stamps += Array(repeating: 0, count: count * 2 - stamps.count) }
    stamp += 1
  }

  /// True when the name was not in it.
  mutating func insert(_ name: NameID) -> Bool {
    let index = Int(name.raw)
    guard stamps[index] != stamp else { return false }
    stamps[index] = stamp
    return true
  }
}
