import Diagnostics

/// A function, method, accessor or closure of the code.
final class FunctionInfo {
  let id: Int
  /// `ChatRepository.messages`; a closure has the name of the function it stands in.
  let name: String?
  let simpleName: String
  let parameters: [Parameter]
  /// Nil: declared only.
  let body: [Statement]?
  let returnType: TypeName?
  let returnsLastExpression: Bool
  let file: Int
  /// Index of the type that it is a member of.
  let type: Int?
  let extendedType: TypeName?
  /// Of a function that extends another type: the type in which it stands (Kotlin).
  let enclosingType: Int?
  let isStatic: Bool
  let isConstructor: Bool
  let isClosure: Bool
  /// The case of an enumeration whose body it stands in.
  let enumCase: String?
  /// It, or something that it calls, may have to do with a query.
  var isRelevant = true
  /// It names a word that only SDKs have.
  var namesSDK = false

  /// Whether `Type.name(…)` means it, a named constructor.
  func isConstructor(named name: String) -> Bool { simpleName.hasSuffix(".\(name)") }

  init(
    id: Int, name: String?, simpleName: String, parameters: [Parameter], body: [Statement]?, returnType: TypeName?,
    returnsLastExpression: Bool, file: Int, type: Int?, extendedType: TypeName? = nil, enclosingType: Int? = nil,
    isStatic: Bool = false, isConstructor: Bool = false, isClosure: Bool = false, enumCase: String? = nil
  ) {
    self.id = id
    self.name = name
    self.simpleName = simpleName
    self.parameters = parameters
    self.body = body
    self.returnType = returnType
    self.returnsLastExpression = returnsLastExpression
    self.file = file
    self.type = type
    self.extendedType = extendedType
    self.enclosingType = enclosingType
    self.isStatic = isStatic
    self.isConstructor = isConstructor
    self.isClosure = isClosure
    self.enumCase = enumCase
  }
}

/// A variable of a file or type; one per name that its pattern binds.
final class VariableInfo {
  let id: Int
  let name: String
  let variable: Variable
  let file: Int
  let type: Int?
  let isStatic: Bool

  init(id: Int, name: String, variable: Variable, file: Int, type: Int?, isStatic: Bool) {
    self.id = id
    self.name = name
    self.variable = variable
    self.file = file
    self.type = type
    self.isStatic = isStatic
  }
}

/// A type with everything that its declaration and extensions say.
final class TypeInfo {
  let id: Int
  let name: String
  /// How values name the type; the same for no two types.
  let key: String
  let file: Int
  let kind: TypeDeclaration.Kind
  /// Assigning an instance copies it.
  let isValue: Bool
  let genericParameters: [String]
  var supertypes: [TypeName] = []
  var variables: [String: Int] = [:]
  /// Names of instance variables in their order: the parameters of an implied constructor.
  var instanceVariables: [String] = []
  var functions: [String: [Int]] = [:]
  var constructors: [Int] = []
  let constructorParameters: [Parameter]
  let cases: [TypeDeclaration.EnumCase]
  /// Functions in the bodies of cases, by the names of the case and of the function.
  var functionsOfCases: [String: [String: [Int]]] = [:]
  var nested: [String: Int] = [:]
  /// The type that it is declared in.
  let outer: Int?
  /// Other statements among the members: initialisers, delegation to the constructor of the base class.
  var statements: [Statement] = []

  init(_ declaration: TypeDeclaration, id: Int, file: Int, outer: Int?) {
    self.id = id
    name = declaration.name
    key = "\(declaration.name)#\(id)"
    self.file = file
    kind = declaration.kind
    isValue = declaration.isValue
    genericParameters = declaration.genericParameters
    constructorParameters = declaration.constructorParameters
    cases = declaration.cases
    self.outer = outer
  }
}

/// A piece of code and what it declares at its top.
final class FileInfo {
  let source: ParsedSource
  var imports: [Import] = []
  /// The files of the project that the imports mean, one for each import.
  var targets: [Int?] = []
  /// What names of imports are called where they are declared, when that is something else.
  private(set) lazy var originals = findOriginals()
  var variables: [String: Int] = [:]
  var functions: [String: [Int]] = [:]
  var types: [String: Int] = [:]
  /// `lib/chat` of `src/lib/chat.ts`: what imports of other files end with.
  let stem: String
  /// The last part of the stem.
  let baseName: String

  /// A script without a module around it: what its top declares, the other scripts of the page see.
  private(set) lazy var isPageScript = source.fence == nil && imports.isEmpty && !exportsSomething

  init(source: ParsedSource, stem: String, baseName: String) {
    self.source = source
    self.stem = stem
    self.baseName = baseName
  }

  /// A line begins with `export`, or CommonJS's `exports` or `require` stands somewhere.
  private var exportsSomething: Bool {
    let words = ["exports", "require("].map { Array($0.utf8) }
    let (bytes, word) = (source.source.bytes, Array("export".utf8))
    var isLineStart = true
    for place in bytes.indices {
      let byte = bytes[place]
      if isLineStart, byte == word[0], bytes[place...].starts(with: word) { return true }
      if words.contains(where: { byte == $0[0] && bytes[place...].starts(with: $0) }) { return true }
      if byte == UInt8(ascii: "\n") { isLineStart = true } else if byte > 0x20 { isLineStart = false }
    }
    return false
  }

  private func findOriginals() -> [String: String] {
    var originals: [String: String] = [:]
    for imported in imports {
      for (name, original) in imported.names
      where original != name && !ImportedName.wholes.contains(original) && originals[name] == nil {
        originals[name] = original
      }
    }
    return originals
  }
}

extension Pattern {
  /// The names that it binds.
  var names: [String] {
    switch self {
    case .name(let name): [name]
    case .record(let parts): parts.flatMap(\.pattern.names)
    case .list(let parts): parts.flatMap(\.names)
    case .ignored: []
    }
  }
}
