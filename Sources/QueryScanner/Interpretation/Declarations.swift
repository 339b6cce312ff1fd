import Diagnostics

/// A function, method, accessor or closure of the code.
struct FunctionInfo {
  var id: Int
  /// `ChatRepository.messages`; a closure has the name of the function it stands in.
  var name: String?
  var simpleName: String
  var parameters: [Parameter]
  /// Nil: declared only.
  var body: [Statement]?
  var returnType: TypeName?
  var returnsLastExpression: Bool
  var file: Int
  /// Index of the type that it is a member of.
  var type: Int?
  var extendedType: TypeName?
  /// Of a function that extends another type: the type in which it stands (Kotlin).
  var enclosingType: Int?
  var isStatic = false
  var isConstructor = false
  var isClosure = false
  /// It, or something that it calls, may have to do with a query.
  var isRelevant = true
}

/// A variable of a file or type; one per name that its pattern binds.
struct VariableInfo {
  var id: Int
  var name: String
  var variable: Variable
  var file: Int
  var type: Int?
  var isStatic: Bool
}

/// A type with everything that its declaration and extensions say.
struct TypeInfo {
  var id: Int
  var name: String
  var file: Int
  var kind: TypeDeclaration.Kind
  var supertypes: [TypeName] = []
  var variables: [String: Int] = [:]
  /// Names of instance variables in their order: the parameters of an implied constructor.
  var instanceVariables: [String] = []
  var functions: [String: [Int]] = [:]
  var constructors: [Int] = []
  var constructorParameters: [Parameter] = []
  var cases: [TypeDeclaration.EnumCase] = []
  var nested: [String: Int] = [:]
  /// The type that it is declared in.
  var outer: Int?
  /// Other statements among the members: initialisers, delegation to the constructor of the base class.
  var statements: [Statement] = []
}

/// A piece of code and what it declares at its top.
struct FileInfo {
  var source: ParsedSource
  var imports: [Import] = []
  /// The files of the project that the imports mean, one for each import.
  var targets: [Int?] = []
  var variables: [String: Int] = [:]
  var functions: [String: [Int]] = [:]
  var types: [String: Int] = [:]
  /// `lib/chat` of `src/lib/chat.ts`: what imports of other files end with.
  var stem: String
  /// The last part of the stem.
  var baseName: String
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
