import SourceSyntax
import SourceTokens

/// Units that see each other's declarations without an import.
struct Packages: Sendable {
  /// Units of the JVM by the names of their package.
  private(set) var units: [[NameID]: [UnitID]] = [:]
  private var names: [UnitID: [NameID]] = [:]
  /// Parts of one library of Dart, each with the others.
  private var libraries: [UnitID: [UnitID]] = [:]

  init(_ project: ProjectUnits, _ outlines: [Outline]) {
    for (number, outline) in outlines.enumerated() {
      let unit = UnitID(UInt32(number))
      switch project[unit].language.family {
      case .jvm: add(unit, outline)
      case .dart: join(unit, outline, project)
      case .swift, .script, .python, .none: break
      }
    }
  }

  private mutating func add(_ unit: UnitID, _ outline: Outline) {
    let name = outline.imports.first { $0.word == Word.package.name }?.path.names ?? []
    units[name, default: []].append(unit)
    names[unit] = name
  }

  private mutating func join(_ unit: UnitID, _ outline: Outline, _ project: ProjectUnits) {
    for fact in outline.imports where fact.word == Word.part.name {
      guard let part = project.file(fact.module, from: unit) else { continue }
      let all = libraries[unit] ?? [unit]
      for member in all + [part] { libraries[member] = all + [part] }
    }
  }

  func neighbours(of unit: UnitID) -> [UnitID] {
    if let name = names[unit] { return units[name, default: []] }
    return libraries[unit] ?? [unit]
  }

  /// The units of the package that a path begins with, the longest one that is read, and the names behind it.
  func longest(_ path: [NameID]) -> (units: [UnitID], rest: [NameID])? {
    for count in stride(from: path.count, through: 0, by: -1) {
      guard let found = units[Array(path.prefix(count))], count > 0 else { continue }
      return (found, Array(path.dropFirst(count)))
    }
    return nil
  }
}
