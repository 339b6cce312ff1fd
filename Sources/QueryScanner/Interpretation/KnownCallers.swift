import Diagnostics

/// Which functions nothing but code that is read calls: what they could be asked for otherwise, nobody asks.
extension Interpreter {
  /// Functions and methods of modules of which every mention stands in a function that was seen to call them.
  var scriptFunctionsOfKnownCallers: Set<Int> {
    let candidates = askers.keys.filter { index.functions.indices.contains($0) && canBeKnown($0) }
    var ids: [String: Set<Int>] = [:]
    for id in candidates { ids[index.functions[id].simpleName, default: []].insert(id) }
    guard !ids.isEmpty else { return [] }
    noteMentions { name, holder in
      guard let mentioned = ids[name], !mentioned.contains(holder),
        !mentioned.contains(where: { askers[$0]?.contains(holder) == true })
      else { return }
      ids[name] = nil
    }
    return ids.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// Templates and pages call what their components and scripts declare.
  private func canBeKnown(_ id: Int) -> Bool {
    let info = index.functions[id]
    let file = index.files[info.file]
    guard file.source.language.isScript, file.source.fence == nil, !info.isClosure, !info.isConstructor,
      info.simpleName != "default", !file.imports.isEmpty,
      [".vue", ".svelte", ".html", ".htm"].allSatisfy({ !file.source.source.path.hasSuffix($0) })
    else { return false }
    return info.type == nil || !file.isComponent
  }

  /// Every name in the code of scripts, with the function in which it stands: what is in none counts as outside.
  private func noteMentions(_ visit: (_ name: String, _ holder: Int) -> Void) {
    let nobody = -1
    for info in index.functions where !info.isClosure && index.files[info.file].source.language.isScript {
      for parameter in info.parameters { parameter.forEachName { visit($0, info.id) } }
      for statement in info.body ?? [] { statement.forEachName { visit($0, info.id) } }
    }
    for info in index.variables where info.type != nil && index.files[info.file].source.language.isScript {
      info.variable.value?.forEachName { visit($0, nobody) }
      for statement in info.variable.getter ?? [] { statement.forEachName { visit($0, nobody) } }
    }
    for type in index.types where index.files[type.file].source.language.isScript {
      for statement in type.statements { statement.forEachName { visit($0, nobody) } }
    }
    for file in index.files where file.source.language.isScript {
      for statement in file.source.statements.compactMap(\.running) { note(statement, visit) }
    }
  }

  private func note(_ statement: Statement, _ visit: (_ name: String, _ holder: Int) -> Void) {
    switch statement.kind {
    case .block(let inner): for statement in inner { note(statement, visit) }
    // `export default load`
    case .variable(let variable):
      if variable.pattern == .name("default"), case .name? = variable.value?.kind { return }
      statement.forEachName { visit($0, outside) }
    default: statement.forEachName { visit($0, outside) }
    }
  }
}

extension FileInfo {
  /// Of Angular: the template calls its methods.
  fileprivate var isComponent: Bool {
    let word = Array("@Component".utf8)
    let bytes = source.source.bytes
    var place = bytes.startIndex
    while let start = bytes[place...].firstIndex(of: word[0]) {
      if bytes[start...].starts(with: word) { return true }
      place = start + 1
    }
    return false
  }
}
