import SourceSyntax
import SourceTokens

/// Who declares a name, family by family.
struct DeclaredNames: Sendable {
  private struct Key: Hashable {
    var name: NameID
    var family: SourceLanguage.Family
  }

  private var tops: [Key: [DefID]] = [:]
  private var nestedTypes: [Key: [DefID]] = [:]
  /// By the last name of the type that they extend.
  private var extensions: [Key: [DefID]] = [:]

  init(_ units: ProjectUnits, _ outlines: [Outline]) {
    for (number, outline) in outlines.enumerated() {
      let unit = UnitID(UInt32(number))
      for (place, declaration) in outline.declarations.enumerated().dropFirst()
      where !declaration.flags.contains(.isLocal) {
        add(DefID(unit, UInt32(place)), declaration, units[unit].language.family, outline)
      }
    }
  }

  private mutating func add(
    _ def: DefID, _ declaration: Declaration, _ family: SourceLanguage.Family, _ outline: Outline
  ) {
    if let extended = declaration.extended {
      extensions[Key(name: extended, family: family), default: []].append(def)
    }
    let key = Key(name: declaration.name, family: family)
    guard declaration.name != .empty, !declaration.isUnnamedExtension else { return }
    if declaration.parent == 0 {
      tops[key, default: []].append(def)
    } else if declaration.kind == .type {
      nestedTypes[key, default: []].append(def)
    }
  }

  /// Declarations at the top level.
  func top(_ name: NameID, _ family: SourceLanguage.Family) -> [DefID] {
    tops[Key(name: name, family: family), default: []]
  }

  /// Those, and types inside of types.
  func all(_ name: NameID, _ family: SourceLanguage.Family) -> [DefID] {
    top(name, family) + nestedTypes[Key(name: name, family: family), default: []]
  }

  func extensions(of name: NameID, _ family: SourceLanguage.Family) -> [DefID] {
    extensions[Key(name: name, family: family), default: []]
  }
}
