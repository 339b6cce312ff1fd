/// Imports of Kotlin and Java, which name packages and members of types, not files.
extension Interpreter {
  /// A constant of a type that is imported by itself: `import static app.Constants.USERS`, `import app.Paths.ROOMS`.
  func importedMember(_ name: String, _ imported: Import) -> ScannedValue? {
    guard isPackaged else { return nil }
    let parts = imported.module.split(separator: ".")
    let owner = imported.names.isEmpty ? parts.last : parts.dropLast().last
    guard let owner, let type = index.type(named: String(owner), from: file) else { return nil }
    return staticMember(name, of: type)
  }

  /// What is imported may be declared at the top of any file of the project: packages are not files.
  func mayBePackage(_ imported: Import) -> Bool { isPackaged && !imported.isForeign }

  /// What inner classes see of the classes around them: an instance of which nothing special is known.
  func outerInstances(of receivers: [ScannedValue]) -> [ScannedValue] {
    var result: [ScannedValue] = []
    if let id = chain.last, id >= 0, let type = index.functions[id].enclosingType {
      result.append(index.types[type].kind == .object ? .type(index.key(of: type)) : template(of: type))
    }
    for receiver in receivers + result {
      var next = type(of: receiver).flatMap { index.types[$0].outer }
      while let outer = next, result.count < 8 {
        result.append(index.types[outer].kind == .object ? .type(index.key(of: outer)) : template(of: outer))
        next = index.types[outer].outer
      }
    }
    return result
  }

  /// Code whose imports name packages and their members.
  var isPackaged: Bool { source.language == .kotlin || source.language == .java }
}

extension Import {
  private static let foreign = [
    "com.google.", "java.", "javax.", "jakarta.", "android.", "androidx.", "kotlin.", "kotlinx.", "org.jetbrains.",
    "org.springframework.", "io.ktor.", "com.firebase.",
  ]

  /// A class of an SDK or of the platform, never one of the project.
  var isForeign: Bool { Self.foreign.contains { module.hasPrefix($0) } }
}
