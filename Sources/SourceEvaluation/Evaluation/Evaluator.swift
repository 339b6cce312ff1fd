package import SourceSemantics
import SourceSyntax
import SourceTokens

/// Answers which values reach a place of the code.
///
/// Each function is evaluated once, with symbols for its parameters and for what it is called on. A call puts values in
/// the place of the symbols. Nothing is evaluated that nobody asks for.
package struct Evaluator {
  package internal(set) var program: Program
  package internal(set) var arena = ValueArena()
  package internal(set) var diagrams = Diagrams()
  package internal(set) var models: ModelTables

  // What is met, by number.
  var functions: [FunctionRecord] = []
  var functionIndex: [FunctionKey: Int] = [:]
  var types: [TypeRecord] = []
  var typeIndex: [FunctionKey: Int] = [:]
  var origins = Numbered([Origin(function: 0, node: NodeID(0), extra: 0)])
  var symbols = Numbered<Symbol>()
  var externals = Numbered<ExternalPath>()
  var calls = Numbered<CallShape>()
  var requests = Numbered<RequestShape>()
  var bindings = Numbered<Binding>()
  /// How unknown values are called in the code.
  var unknownNames: [OriginID: NameID] = [:]
  /// Operands of operations of which nothing but these is known.
  var madeUnknowns = Numbered<[ValueID]>()
  /// Children of what was read from the Realtime Database, and numbers that were made from what was read.
  var readChildren: [ValueID: ReadValue] = [:]
  var changedNumbers: [ValueID: ReadValue] = [:]
  /// Sums of which not all is known: how far it is from one of them to the other may be known all the same.
  var unknownSums: [ValueID: [ValueID]] = [:]
  /// By list: what its length is called in conditions.
  var lengths: [ValueID: [ValueID]] = [:]

  // What is known already.
  var substituted: [Substitution: ValueID] = [:]
  var substitutedConditions: [ConditionSubstitution: CondID] = [:]
  /// Conditions whose symbols nobody decides any more.
  var cutConditions: [CondID: CondID] = [:]
  var substitutedAtoms: [AtomSubstitution: CondID] = [:]
  /// By the object that a function is called on, as its symbol: what callers decide of what it asks.
  var receiverAsks: [Binding.Pair: ReceiverAsks] = [:]
  /// Of conditions: whether only callers decide them.
  var callersConditions: [CondID: Bool] = [:]
  /// Whether requests and what they are made of wait for callers.
  var waitingValues: [ValueID: Bool] = [:]
  var guardedSubjects: [ValueID: Set<SubjectID>] = [:]
  /// By value: whether a condition is in it; nil where nobody has asked.
  var guarded: [Bool?] = []
  var applied: [Application: Applied] = [:]
  /// Modules that are values, by number.
  var modules: [ModuleTarget] = []
  var moduleIndex: [ModuleTarget: UInt32] = [:]
  var unitMembers: [Int: [NameID: ValueID]] = [:]
  /// Calls that are being followed, from the outermost.
  var depth = 0
  /// By function: what its nodes are operands of.
  var nodeUsers: [Int: NodeUsers] = [:]
  /// What the present question may cost.
  var budget: Budget
  private(set) var allowance: EvaluationBudget
  /// The symbols that values and conditions wait for.
  var openSymbols: [ValueID: [ValueID]] = [:]
  var conditionSymbols: [CondID: [ValueID]] = [:]
  /// By unit: what elements of its pages give whatever a person enters.
  var enteredPaths: [Int: [[NameID]]] = [:]
  /// What all questions have cost, in steps.
  var steps = 0
  /// What they may have cost at the end of the present stage.
  var stageEnd: Int
  /// What the present stage may cost.
  var stageSteps: Int
  /// Steps of operations on conditions that are counted already.
  var countedDiagramSteps = 0
  /// Parameters of functions that nobody calls, when all calls are known.
  var rootParameters: [ValueID: ValueID] = [:]
  /// How often limits were reached.
  package internal(set) var limitCounts = LimitCounts()
  /// Functions with a call that was not followed: nobody knows what it gives them.
  var unfollowed: Set<Int> = []

  /// Values that are asked for while they are being made.
  var cycles = Cycles()
  /// Functions whose calls are being followed, from the outermost.
  var following: [FollowedCall] = []
  /// Where members of symbols are first asked for.
  var memberSites: [ValueID: Site] = [:]
  /// Functions that may ask something, and the names by which others call them.
  var relevance = Relevance()
  var selfCalls: [Int: [SelfCall]] = [:]
  /// What other code puts into the fields of classes, by class.
  var typeWrites: [Int: [NameID: [(function: Int, node: GraphNode)]]] = [:]
  /// The same of functions that go by a name.
  var functionWrites: [Int: [NameID: [(function: Int, node: GraphNode)]]] = [:]
  /// What code puts into the fields of objects that it is not written in, by the names of the fields.
  var fieldWrites: [NameID: [(function: Int, node: GraphNode)]] = [:]
  /// By unit: whether it may ask, or whether one that may ask may call what it declares.
  var isNeeded: [Bool] = []
  var busyTypes: Set<Int> = []
  var fieldTargets: [NameID: FieldTargets] = [:]
  var busyRounds: Set<FunctionKey> = []
  /// By class: whether its methods may ask a database.
  var askingTypes: [Int: Bool] = [:]
  /// Objects in fields and variables that live on, as their own methods leave them.
  var rested: [ValueID: ValueID] = [:]
  /// Where methods give fields of their own objects values, by class.
  var ownWrites: [Int: [NameID: [LaterWrite]]] = [:]
  var laterFields: [FieldKey: ValueID] = [:]
  var busyFields: Set<FieldKey> = []
  var busyInstances: Set<Int> = []
  /// By class: its objects, as long as no others are known.
  var knownInstances: [Int: KnownInstances] = [:]
  /// By unit: the scopes that each scope has directly inside.
  var innerScopes: [Int: [[Int]]] = [:]
  /// By unit: its functions, as far as they were asked for.
  var unitFunctions: [Int: [Int]] = [:]
  var captured = CapturedNames()
  /// The same of classes that the question for another one has met: each is looked at once for it.
  var metInstances: [Int: [ValueID]] = [:]
  /// All calls are known, and with them all objects that the code makes.
  var isClosing = false
  /// What the row that is being carried out does beside its value.
  var pendingEffects: [PendingEffect] = []
  /// Requests of whose documents some are dropped after they were read, and where.
  var filtered: [OriginID: OriginID] = [:]
  /// Members were met whose type only their place says.
  var hasImplicitMembers = false
  /// What code adds to types that are not read.
  var extensionTable = ExtensionTable()
  var importedSections: [Int: (sections: Set<UInt16>, isEmpty: Bool)] = [:]

  /// Functions that make what others are handed, by the types that they declare; nil where nobody has asked.
  var providerTable: [NameID: [Provider]]?
  var busyProviders: Set<FunctionKey> = []
  /// Functions that extend a type, by their names; nil where nobody has asked.
  var extensionKeys: [NameID: [FunctionKey]]?
  /// Names of what a build makes; nil until one is asked for.
  var generatedNames: [NameID: GeneratedName]?
  /// Names that code declares or gives a value; nil until one is asked for.
  var knownDeclaredNames: Set<NameID>?
  /// Properties that methods read and write, by the names of the methods.
  var knownAccessors: [NameID: (read: NameID?, written: NameID?)] = [:]
  /// With what functions were called, for what they hand out.
  var madeBindings: [Int: [UInt32]] = [:]
  var cells: [CellKey: ValueID] = [:]
  var busyCells: Set<CellKey> = []
  /// What frameworks keep, by the calls that make it: what it begins with, and what it is at any time.
  var firstStates: [OriginID: ValueID] = [:]
  var states: [OriginID: ValueID] = [:]
  /// The functions that promises run, by the calls that make the promises.
  var executors: [OriginID: Int] = [:]
  /// States that others than their setters change, too.
  var openStates: Set<OriginID> = []
  /// Objects that frameworks make of others, by where these are written.
  var components: [ComponentKey: ValueID] = [:]
  var busyComponents: Set<ComponentKey> = []
  /// Functions whose answers are members of such objects.
  var readFunctions: Set<Int> = []
  /// What the setters of a unit are called with, by unit.
  var setterCalls: [Int: SetterCalls] = [:]

  // Who calls, and who makes what.
  var callers: [Int: Set<Int>] = [:]
  var creations: [Int: [ValueID]] = [:]
  /// Classes that code gets which is not read.
  var handedTypes: Set<Int> = []
  /// Steps of queries that were made, with the function that makes them.
  var built: [OriginID: BuiltQuery] = [:]
  /// The calls that put constraints on queries, by the places that make the constraints.
  var refinements: [OriginID: OriginID] = [:]
  /// Queries that go where nothing is read, and the calls that they go to.
  var handedOn: [ValueID: Set<OriginID>] = [:]

  /// - Parameter budget: nil: as large as the program asks for.
  package init(_ program: Program, _ models: ModelTables, _ budget: EvaluationBudget? = nil) {
    self.init(of: program, apart: models)
    let links = UnitLinks(program)
    let near = unitsNearSDK(links)
    let reached = links.isComplete ? links.reached(from: near) : nil
    isNeeded = reached ?? Array(repeating: true, count: near.count)
    leaveOutUnmade()
    relevance = Relevance(program, self.models, near: near, reached: reached)
    allow(budget ?? EvaluationBudget(forFunctions: relevance.order.count))
  }

  /// One that is only asked what units say by themselves.
  init(of program: Program, apart models: ModelTables) {
    self.program = program
    self.models = models
    allowance = EvaluationBudget(forFunctions: 0)
    (stageEnd, stageSteps) = (allowance.functions, allowance.functions)
    budget = Budget(function: -1, steps: allowance.functions)
  }
}

extension Evaluator {
  private mutating func allow(_ allowance: EvaluationBudget) {
    self.allowance = allowance
    (stageEnd, stageSteps) = (allowance.functions, allowance.functions)
    budget = Budget(function: -1, steps: allowance.functions)
  }

  /// Leaves out the rows of what the program never makes.
  fileprivate mutating func leaveOutUnmade() {
    var mentioned: Set<NameID> = []
    var imported: Set<UInt16> = []
    for (place, unit) in program.units.enumerated() {
      for node in unit.tree.nodes { mentioned.insert(node.name) }
      imported.formUnion(sections(importedBy: place))
    }
    models.leaveOutUnmade(mentioned, imported, &program.names)
  }
}

/// A function, closure, class body or unit, by where it is written.
struct FunctionKey: Hashable, Sendable {
  var unit: Int
  var node: NodeID
}

struct FunctionRecord: Sendable {
  var key: FunctionKey
  var graph: ValueGraph
  /// By node: the value plus one, zero where it is not known yet.
  var values: [UInt32]
  /// By node: how many operands of operands there are below it, one after the other.
  var heights: [UInt32]
  /// Nodes whose values are being made, with how deep each lies.
  var busy: [UInt32: Int] = [:]
  /// The function that it is written in; nil for units.
  var outer: Int?
  /// The class whose method or body it is.
  var type: Int?
  /// It is called on something.
  var hasReceiver = false
  var asks: Asks?
  var isCollecting = false
  /// Calls that took more steps than one may.
  var cutCalls: Set<GraphNode> = []
  /// By loop: what its element and its variables are in any round.
  var rounds: [Int: UInt32] = [:]
  /// The node of the function around it that declares it.
  var declaration: (function: Int, node: GraphNode)?
  var conditions: [GraphNode: CondID] = [:]
}

struct TypeRecord: Sendable {
  var key: FunctionKey
  var name: NameID
  var bases: [ValueID]
  var isKnown = false
  var subtypes: [Int] = []
  /// Fields that hold what the constructor in the head of the class gets.
  var parameterNames: [NameID] = []
  /// The class and its bases; nil as long as some of them may be found yet.
  var lineage: [Int]?
  /// Classes and extensions whose members are its own, itself first; nil where nobody has asked.
  var parts: [Int]?
}

struct Origin: Hashable, Sendable {
  var function: Int
  var node: NodeID
  var extra: UInt32
}

enum Symbol: Hashable, Sendable {
  case parameter(function: Int, place: Int)
  case this(function: Int)
  case carried(function: Int, place: Int)
  case element(function: Int, loop: Int)
  /// The item that a list builds by itself.
  case item(OriginID)
  /// Any object of a class.
  case instance(type: Int)
  /// A variable that functions inside of its own change, as they find it.
  case cell(function: Int, name: NameID)
  /// What a framework keeps from one run of a function to the next, by the call that makes it.
  case state(place: OriginID)
}

/// A query that a call makes.
struct BuiltQuery: Sendable {
  var value: ValueID
  /// The call.
  var place: OriginID
}

/// A variable of a function.
struct CellKey: Hashable, Sendable {
  var function: Int
  var name: NameID
}

/// A path into something that is not read: `google.cloud.firestore` and `Client`.
struct ExternalPath: Hashable, Sendable {
  var parent: UInt32?
  var name: NameID
}

/// What a call says beside the values: the method's name, labels, where it stands.
struct CallShape: Hashable, Sendable {
  var origin: OriginID
  var name: NameID?
  var labels: [NameID]
  /// Type arguments.
  var types: [ValueID] = []
}

struct RequestShape: Hashable, Sendable {
  var origin: OriginID
  var row: RowID
  /// Which part of the answer the value is.
  var part: RowRequest.Answer
  /// Of what the Realtime Database answers: how often children were asked for before.
  var level = 0
}

/// Values in the place of symbols.
struct Binding: Hashable, Sendable {
  var pairs: [Pair]
  struct Pair: Hashable, Sendable {
    var symbol: ValueID
    var value: ValueID
  }
}

struct Substitution: Hashable, Sendable {
  var value: ValueID
  var binding: UInt32

  func hash(into hasher: inout Hasher) { hasher.combine(UInt64(value.raw) << 32 | UInt64(binding)) }
}

struct ConditionSubstitution: Hashable, Sendable {
  var condition: CondID
  var binding: UInt32

  func hash(into hasher: inout Hasher) { hasher.combine(UInt64(condition.raw) << 32 | UInt64(binding)) }
}

struct AtomSubstitution: Hashable, Sendable {
  var atom: AtomID
  var binding: UInt32

  func hash(into hasher: inout Hasher) { hasher.combine(UInt64(atom.raw) << 32 | UInt64(binding)) }
}

struct Application: Hashable, Sendable {
  var callee: ValueID
  var arguments: [ValueID]
  var shape: UInt32
}

struct Applied: Sendable {
  var value: ValueID
  /// What the receiver is afterwards; nil where it does not change.
  var receiver: ValueID?
  /// What the arguments are afterwards.
  var arguments: [Int: ValueID] = [:]
  var effects: [PendingEffect] = []
}

/// A request, a call that may turn out to be one when its symbols are known, or a ``Visit`` of a function that asks.
struct PendingEffect: Hashable, Sendable {
  var value: ValueID
  var under: CondID
  var loops: [LoopPass]
  /// The function that it is written in.
  var function: Int
  /// Whoever has it runs it later: loops around the place are none of it.
  var isLater = false
  /// What could not be followed on the way.
  var limits: ReachedLimits = []
  var calls = RequestCalls()
}

/// A loop around a request, from the outside.
package struct LoopPass: Hashable, Sendable {
  package var origin: OriginID
  /// What it runs over; absent where a condition ends it.
  package var sequence: ValueID
}
