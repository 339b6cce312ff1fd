import Diagnostics

/// What all sources of a project declare.
final class DeclarationIndex {
  private(set) var files: [FileInfo] = []
  var functions: [FunctionInfo] = []
  private(set) var variables: [VariableInfo] = []
  private(set) var types: [TypeInfo] = []
  /// Everything that stands at the top of files, by name.
  private(set) var globalVariables: [String: [Int]] = [:]
  private(set) var globalFunctions: [String: [Int]] = [:]
  private(set) var typesByName: [String: [Int]] = [:]
  /// Methods by name; for calls of receivers that are not known.
  private(set) var methods: [String: [Int]] = [:]
  /// Functions that extend types of others, by name.
  private(set) var extensionFunctions: [String: [Int]] = [:]
  private(set) var extensionVariables: [String: [Int]] = [:]
  /// The types that the variables of extensions extend.
  private(set) var extendedTypes: [Int: String] = [:]
  private(set) var enumCases: [String: [Int]] = [:]
  private(set) var subtypes: [String: [Int]] = [:]
  private(set) var filesByBaseName: [String: [Int]] = [:]
  /// Other names for types, as the tops of files declare them.
  private(set) var aliases: [String: [TypeInFile]] = [:]
  /// The classes under which Java knows what files of Kotlin declare at their tops; none where nothing is Java's.
  private(set) var facades: [String: Int] = [:]
  /// Per type: itself, then those that it inherits from.
  private var lineages: [[Int]] = []
  /// The names of all files and folders, without extensions: what imports of the project's own packages begin with.
  private(set) var folders: Set<String> = []

  init(_ sources: [ParsedSource]) {
    for source in sources { addFile(source) }
    for file in files.indices { addTypes(files[file].source.statements, file, outer: nil) }
    for file in files.indices { files[file].targets = files[file].imports.map { fileIndex(of: $0, from: file) } }
    for file in files.indices { addMembers(files[file].source.statements, file, type: nil, prefix: nil) }
    for type in types {
      for name in type.supertypes { subtypes[name.name, default: []].append(type.id) }
    }
    lineages = types.indices.map(findLineage)
    if files.contains(where: { $0.source.language == .java }) { facades = PropertyAccessors.facades(of: files) }
  }

  private func addFile(_ source: ParsedSource) {
    var path = source.source.path[...]
    if let dot = path.lastIndex(of: "."), !path[dot...].contains("/") { path = path[..<dot] }
    if path.hasSuffix("/index") { path = path.dropLast("/index".count) }
    let base = String(path.split(separator: "/").last ?? path)
    filesByBaseName[base, default: []].append(files.count)
    folders.formUnion(path.split(separator: "/").map(String.init))
    files.append(FileInfo(source: source, stem: String(path), baseName: base))
  }

  /// What is read of the file at a path.
  func source(at path: String) -> SourceText? {
    let last = path.split(separator: "/").last ?? ""
    let base = last.lastIndex(of: ".").map { last[..<$0] } ?? last
    return filesByBaseName[String(base)]?.lazy.map { self.files[$0].source.source }.first { $0.path == path }
  }

  // MARK: Types

  private func addTypes(_ statements: [Statement], _ file: Int, outer: Int?) {
    for statement in statements {
      switch statement.kind {
      case .type(let declaration) where declaration.kind == .alias:
        // What types call others inside of them, nothing else does.
        guard outer == nil, let type = declaration.supertypes.first else { continue }
        aliases[declaration.name, default: []].append(TypeInFile(type: type, file: file))
      case .type(let declaration) where declaration.kind != .extension:
        let id = types.count
        types.append(TypeInfo(declaration, id: id, file: file, outer: outer))
        typesByName[declaration.name, default: []].append(id)
        for enumCase in declaration.cases { enumCases[enumCase.name, default: []].append(id) }
        if let outer { types[outer].nested[declaration.name] = id } else { files[file].types[declaration.name] = id }
        addTypes(declaration.members, file, outer: id)
      case .type(let declaration): addTypes(declaration.members, file, outer: nil)
      case .imported(let imported): files[file].imports.append(imported)
      case .block(let inner): addTypes(inner, file, outer: outer)
      case .variable, .expression, .result, .condition, .selection, .loop, .attempt, .function, .leave, .other: break
      }
    }
  }

  private func addMembers(_ statements: [Statement], _ file: Int, type: Int?, prefix: String?) {
    for statement in statements {
      switch statement.kind {
      case .type(let declaration): addType(declaration, file, outer: type)
      case .function(let function): add(function, file, type: type, prefix: prefix)
      case .variable(let variable): add(variable, file, type: type)
      case .block(let inner) where type == nil: addMembers(inner, file, type: nil, prefix: prefix)
      case .expression, .block, .other:
        if let type { types[type].statements.append(statement) }
      case .result, .condition, .selection, .loop, .attempt, .imported, .leave: break
      }
    }
  }

  private func addType(_ declaration: TypeDeclaration, _ file: Int, outer: Int?) {
    if declaration.kind == .alias { return }
    if declaration.kind == .extension {
      let name = declaration.name
      guard let id = type(named: name, from: file) else {
        addForeignExtension(declaration, file)
        return
      }
      types[id].supertypes += declaration.supertypes
      addMembers(declaration.members, file, type: id, prefix: name)
      return
    }
    let candidates = outer.flatMap { types[$0].nested[declaration.name] } ?? files[file].types[declaration.name]
    guard let id = candidates ?? typesByName[declaration.name]?.first(where: { types[$0].file == file }) else { return }
    types[id].supertypes += declaration.supertypes
    addMembers(declaration.members, file, type: id, prefix: declaration.name)
    for enumCase in declaration.cases {
      for case .function(let function) in enumCase.members.map(\.kind) {
        add(function, file, type: id, prefix: nil, enumCase: enumCase.name)
      }
    }
  }

  /// Members for a type of an SDK or of the language.
  private func addForeignExtension(_ declaration: TypeDeclaration, _ file: Int) {
    for member in declaration.members {
      switch member.kind {
      case .function(var function):
        function.extendedType = TypeName(declaration.name)
        add(function, file, type: nil, prefix: declaration.name)
      case .variable(let variable):
        for name in variable.pattern.names {
          variables.append(
            VariableInfo(
              id: variables.count, name: name, variable: variable, file: file, type: nil, isStatic: variable.isStatic))
          extensionVariables[name, default: []].append(variables.count - 1)
          extendedTypes[variables.count - 1] = declaration.name
        }
      case .type: addMembers([member], file, type: nil, prefix: nil)
      case .expression, .result, .condition, .selection, .loop, .attempt, .block, .imported, .leave, .other: break
      }
    }
  }

  // MARK: Members

  private func add(_ function: Function, _ file: Int, type: Int?, prefix: String?, enumCase: String? = nil) {
    let id = functions.count
    var owner = type
    if let extended = function.extendedType { owner = self.type(named: extended.name, from: file) }
    let enclosing = function.extendedType == nil ? nil : type
    let typeName = (enclosing ?? owner).map { types[$0].name } ?? function.extendedType?.name ?? prefix
    functions.append(
      FunctionInfo(
        id: id, name: typeName.map { "\($0).\(function.name)" } ?? function.name, simpleName: function.name,
        parameters: function.parameters, body: function.body, returnType: function.returnType,
        returnsLastExpression: function.returnsLastExpression, file: file, type: owner,
        extendedType: owner == nil ? function.extendedType : nil, enclosingType: enclosing, isStatic: function.isStatic,
        isConstructor: function.isConstructor, enumCase: enumCase))
    if let owner {
      if let enumCase {
        types[owner].functionsOfCases[enumCase, default: [:]][function.name, default: []].append(id)
      } else if function.isConstructor {
        types[owner].constructors.append(id)
      } else {
        types[owner].functions[function.name, default: []].append(id)
        methods[function.name, default: []].append(id)
      }
    } else if function.extendedType != nil {
      extensionFunctions[function.name, default: []].append(id)
    } else {
      files[file].functions[function.name, default: []].append(id)
      globalFunctions[function.name, default: []].append(id)
    }
  }

  private func add(_ variable: Variable, _ file: Int, type: Int?) {
    for name in variable.pattern.names {
      let id = variables.count
      let isStatic = variable.isStatic || type.map { types[$0].kind == .object } ?? false
      variables.append(
        VariableInfo(id: id, name: name, variable: variable, file: file, type: type, isStatic: isStatic))
      if let type {
        types[type].variables[name] = types[type].variables[name] ?? id
        if !isStatic, variable.getter == nil { types[type].instanceVariables.append(name) }
      } else {
        files[file].variables[name] = files[file].variables[name] ?? id
        globalVariables[name, default: []].append(id)
      }
    }
  }

  // MARK: Names

  /// The type that a name means in a file; nil when it is none of the project, or could be several.
  func type(named name: String, from file: Int) -> Int? {
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    if let dot, let outer = type(named: String(name[..<dot]), from: file) {
      return types[outer].nested[String(name[name.index(after: dot)...])]
    }
    let simple = dot.map { String(name[name.index(after: $0)...]) } ?? name
    guard let all = typesByName[simple] else { return dot == nil ? aliased(simple, from: file)?.declared : nil }
    if files[file].types[simple] == nil,
      files[file].imports.contains(where: { $0.names[simple] != nil && $0.isForeign })
    {
      return nil
    }
    if all.count == 1 { return all[0] }
    if let local = files[file].types[simple] { return local }
    let inFile = all.filter { types[$0].file == file }
    if inFile.count == 1 { return inFile[0] }
    let imported = all.filter { isImported(types[$0].file, by: file) }
    return imported.count == 1 ? imported[0] : nil
  }

  /// What a name stands for that is another one for a type, and the type if the project declares it; nil when it is none,
  /// or could be several.
  func aliased(_ name: String, from file: Int) -> (type: TypeInFile, declared: Int?)? {
    if aliases.isEmpty { return nil }
    guard var found = alias(name, from: file) else { return nil }
    // Names of names; a few, as they may go round in circles.
    for _ in 0..<8 {
      guard typesByName[found.type.name] == nil, let next = alias(found.type.name, from: found.file) else { break }
      found = next
    }
    return (found, typesByName[found.type.name] == nil ? nil : type(named: found.type.name, from: found.file))
  }

  private func alias(_ name: String, from file: Int) -> TypeInFile? {
    guard let all = aliases[name], !files[file].imports.contains(where: { $0.names[name] != nil && $0.isForeign })
    else {
      return nil
    }
    let candidates = all.contains { $0.file == file } ? all.filter { $0.file == file } : all
    return candidates.allSatisfy { $0.type == candidates[0].type } ? candidates[0] : nil
  }

  /// The type itself, then those that it inherits from.
  func lineage(of type: Int) -> [Int] { lineages[type] }

  private func findLineage(of type: Int) -> [Int] {
    var result = [type]
    var next = 0
    while next < result.count, result.count < 24 {
      let info = types[result[next]]
      for name in info.supertypes {
        if let id = self.type(named: name.name, from: info.file), !result.contains(id) { result.append(id) }
      }
      next += 1
    }
    return result
  }

  /// Whether an import of one file names the other.
  func isImported(_ other: Int, by file: Int) -> Bool {
    files[file].targets.contains(other)
  }

  /// The file of the project that an import means.
  private func fileIndex(of imported: Import, from file: Int) -> Int? {
    if files[file].source.language.isScript { return scriptFile(imported.module, from: file) }
    let parts = imported.module.split { "/.\\:@".contains($0) }
    // What stands behind the dot may be an extension (`./chat.js`) or the name of a declaration (`lib.chat.Repository`).
    for drop in 0..<min(2, parts.count) {
      guard let last = parts.dropLast(drop).last, let candidates = filesByBaseName[String(last)] else { continue }
      let others = candidates.filter { $0 != file }
      if others.count == 1 { return others[0] }
      let wanted = parts.dropLast(drop).joined(separator: "/")
      let exact = others.filter { files[$0].stem == wanted || files[$0].stem.hasSuffix("/\(wanted)") }
      if exact.count == 1 { return exact[0] }
      let folder = files[file].stem.split(separator: "/").dropLast().joined(separator: "/")
      if let near = others.first(where: { files[$0].stem == "\(folder)/\(wanted)" }) { return near }
    }
    return nil
  }
}
