import Diagnostics
import FirestoreModel

/// Follows values through the code of a project: an abstract interpreter over the shared syntax tree.
///
/// An expression is evaluated in one ``PathState`` (`state`); statements split and join states.
final class Interpreter {
  let index: DeclarationIndex
  let vocabularies: [[any SDKVocabulary]]
  let callers: [ScannedRequest.Caller]
  /// Per file.
  private let vocabularyFiles: [VocabularyScope.File]

  var state = PathState()
  /// Values of globals, objects that types stand for and the like: seen by every state.
  var base = SharedValues()
  var scope: Scope
  var log = RequestLog()
  /// What the root that is being evaluated has built so far.
  var builtQueries: [BuiltQuery] = []
  /// Objects that it has made itself.
  var builders = BuilderObjects()
  /// Objects whose methods are being evaluated, the outermost first.
  var activeObjects: [Int] = []
  /// What is being made answers for another object, and nothing else can see it.
  var makesDelegate = false
  /// Declared functions that are being evaluated, the root first.
  var chain: [Int] = []
  /// Where each of them is called; nil for the root.
  var callSites: [CallSite?] = []
  /// The innermost call that is being evaluated.
  var callSite: CallSite?
  /// Of all calls, closures too.
  var depth = 0
  var functionName: String?
  var followed = FollowedCalls()
  /// The type whose code is being evaluated; not that of the instance.
  var codeType: Int?
  /// Objects, each with the type whose constructor has called that of its base class.
  var initializedBases: Set<[Int]> = []
  /// The type of the implicit member that is being evaluated, and what the function around is declared to return.
  var expectedRoot: ExpectedRoot?
  var expectedResult: ExpectedType?
  /// Declared types of variables that begin as empty lists.
  var elementTypes: [Slot: ExpectedType] = [:]
  /// Properties of structs that hold what they begin with, as far as the code that made them goes.
  var firstValues: Set<Slot> = []
  /// What a property or global variable begins with is being made.
  var makesHeld = false
  var repetition: Repetition?
  /// How often the function or closure is called that is being evaluated.
  var repetitionOfCall: Repetition?
  /// The item of a list that is being built.
  var listItem: ListItem?
  /// Requests are not recorded: the same code is a root of its own.
  var silence = 0
  var choices = Choices()
  /// What `return` inside of an expression returned.
  var strayReturns: [ScannedValue] = []
  var cascadeReceivers: [ScannedValue] = []
  var nesting = 0
  /// Per function: the functions that call it, or the code outside of functions.
  var askers: [Int: Set<Int>] = [:]
  /// How often each function is being evaluated right now.
  var active: [Int: Int] = [:]
  /// Per function that is being evaluated: what the call passed for each parameter, where that decides by itself.
  var decisive: [Int: [ScannedValue?]] = [:]
  let relevance: Relevance
  var codeFacts: [CodePlace: CodeFacts] = [:]

  var environments: [Int: Scope] = [:]
  var closures: [Span: [Int: Int]] = [:]
  var literals = LiteralObjects()
  var globals: [Int: ScannedValue] = [:]
  var globalsInProgress: Set<Int> = []
  var templates: [Int: Int] = [:]
  var templatesInProgress = 0
  /// Roots that are methods as subclasses inherit them.
  var inheritedRuns = 0
  /// Instances with the arguments that the code makes them with.
  var made: [Int: [ScannedValue]] = [:]
  /// Types of which every making in the code was evaluated.
  var knownMakings: Set<Int> = []
  var enumObjects: [String: Int] = [:]
  let foreignNames: ForeignNames
  /// Whether types belong to packages that are not read.
  var foreignTypes: [TypeInFile: Bool] = [:]
  var properties = PropertyAssignments()

  /// Accessors as functions, by their variable.
  var getters: [Int: FunctionInfo] = [:]
  var stored = StoredClosures()
  /// Whether the rest of lists is used, too, that are filtered.
  var usedLists: [ListUse: Bool] = [:]
  /// Places that read a list, and whether it is only counted.
  var countedResults: [ListUse: Bool] = [:]
  var leftOut = LeftOutArguments()
  /// The root that is being evaluated is called with nothing but what is there by default.
  var takesDefaults = false
  let mutated: MutatedProperties
  let reassigned: ReassignedVariables
  let states: ComponentStates
  var cells = KeptCells()

  /// Steps left for the root that is being evaluated.
  var allowance = StepAllowance()
  /// Something of the code is a database, or made of one.
  private(set) var hasMetDatabase = false
  /// Steps left for all roots.
  var pools: StepPools
  private var lastID = 0
  /// Objects up to this one were made when everything was evaluated for the first time.
  private(set) var lastEarlierObject = 0

  init(_ sources: [ParsedSource]) {
    index = DeclarationIndex(sources)
    mutated = MutatedProperties(index)
    reassigned = ReassignedVariables(index)
    states = ComponentStates(index)
    vocabularies = sources.map { $0.language.vocabularies + [SharedVocabulary()] }
    callers = index.files.map { ScannedRequest.Caller(imports: $0.imports) }
    let hooks = HookStates(index)
    vocabularyFiles = index.files.indices.map { [index, callers] place in
      let source = index.files[place].source
      return VocabularyScope.File(
        language: source.language, imports: index.files[place].imports, caller: callers[place], source: source.source,
        keptStates: hooks.states(in: place))
    }
    scope = Scope(id: 0, parent: nil, file: 0)
    foreignNames = ForeignNames()
    relevance = Relevance(index)
    pools = StepPools(relevance)
    for (info, isRelevant) in zip(index.functions, relevance.functions) { info.isRelevant = isRelevant }
    for (info, namesSDK) in zip(index.functions, relevance.functionsNamingSDKs) { info.namesSDK = namesSDK }
  }

  /// To evaluate the same sources once more, with what an earlier evaluation has found out: closures keep their numbers
  /// and cases of enumerations what they are; other objects have to be made again.
  init(after earlier: Interpreter) {
    (index, mutated, reassigned, states) = (earlier.index, earlier.mutated, earlier.reassigned, earlier.states)
    (vocabularies, callers, vocabularyFiles) = (earlier.vocabularies, earlier.callers, earlier.vocabularyFiles)
    cells = earlier.cells
    (relevance, codeFacts) = (earlier.relevance, earlier.codeFacts)
    (foreignNames, foreignTypes) = (earlier.foreignNames, earlier.foreignTypes)
    pools = StepPools(relevance)
    scope = Scope(id: 0, parent: nil, file: 0)
    (closures, environments, enumObjects) = (earlier.closures, earlier.environments, earlier.enumObjects)
    let cases = Set(enumObjects.values)
    base = earlier.base.only(of: cases)
    (lastID, lastEarlierObject) = (earlier.lastID, earlier.lastID)
  }

  /// For scopes and objects.
  func newID() -> Int {
    lastID += 2
    return lastID
  }

  /// For an object that every root sees.
  func newSharedID() -> Int { newID() - 1 }

  var file: Int { scope.file }
  var source: ParsedSource { _read { yield index.files[scope.file].source } }

  /// Beyond it calls are not followed any more; every function is a root of its own.
  var isExhausted: Bool { allowance.isExhausted() }

  func location(_ span: Span) -> SourceLocation { SourceLocation(source: source.source, span: span) }

  func vocabularyScope(_ span: Span) -> VocabularyScope { VocabularyScope(vocabularyFiles[file], span) }

  /// The place of the last name of an expression: of what a call calls.
  func nameSpan(_ callee: Expression) -> Span {
    switch callee.kind {
    case .member(_, let name), .implicitMember(let name):
      let start = callee.span.end - name.utf8.count
      return start >= callee.span.start ? Span(start, callee.span.end) : callee.span
    default: return callee.span
    }
  }

  /// Code without white space.
  func text(_ span: Span, withoutParentheses: Bool = false) -> String {
    let bytes = source.text.bytes
    guard span.start >= 0, span.start < span.end, span.end <= bytes.count else { return "" }
    return String(
      decoding: bytes[span.start..<span.end].filter { byte in
        byte > 0x20 && !(withoutParentheses && (byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")))
      }, as: UTF8.self)
  }

  func noteDatabase() {
    allowance.hasMetDatabase = true
    hasMetDatabase = true
  }

  /// Evaluates without recording requests.
  func silently<T>(_ body: () -> T) -> T {
    silence += 1
    defer { silence -= 1 }
    return body()
  }

  /// Evaluates in another scope.
  func within<T>(_ inner: Scope, _ body: () -> T) -> T {
    let outer = scope
    scope = inner
    defer { scope = outer }
    return body()
  }
}
