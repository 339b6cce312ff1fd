import Diagnostics
import FirestoreModel
import FirestoreRulesLanguage

/// A ruleset with every name resolved: what the evaluator runs over.
///
/// A class, so that the many values that refer to it share one copy. Immutable.
final class Program: Sendable {
  let ruleset: Ruleset
  /// By expression id.
  let spans: [Span]
  /// By expression id.
  let nodes: [Node]
  let functions: [CompiledFunction]
  /// In source order, depth first; those of all services `cloud.firestore`.
  let statements: [CompiledStatement]
  /// What matching and evaluation need of each statement, without the rest of it.
  let cores: [StatementCore]
  /// The match blocks at the top of the service.
  let blocks: [CompiledBlock]
  let version: RulesVersion

  init(
    ruleset: Ruleset, spans: [Span], nodes: [Node], functions: [CompiledFunction], statements: [CompiledStatement],
    blocks: [CompiledBlock], version: RulesVersion
  ) {
    self.ruleset = ruleset
    self.spans = spans
    self.nodes = nodes
    self.functions = functions
    self.statements = statements
    cores = statements.map(StatementCore.init)
    self.blocks = blocks
    self.version = version
  }
}

/// An expression whose children are expression ids and whose names are places in a frame.
enum Node: Sendable {
  case constant(RuleValue)
  /// Compiles in production and is an error whenever it is evaluated: unknown names and functions, wrong arity.
  case failure(EvaluationError)
  /// So deep that everything above it has used up the budget of expressions before it is reached.
  case unreachable

  /// The whole `request`.
  case request
  case requestMember(RequestMember, request: Int)
  case resource
  /// `resource.data` and `request.resource.data`, the most frequent expressions, without the maps around them.
  case documentData(DocumentRole, document: Int)

  /// Of the match blocks around the statement, outermost first.
  case capture(Int)
  case parameter(Int)
  /// A `let` of the function: its place after the parameters, and the expression that gives its value.
  case binding(place: Int, value: Int)

  case parenthesized(Int)
  case list([Int])
  case map([(key: Text, value: Int)])
  case path([PathPart<Int>])
  case unary(UnaryOperator, Int)
  case binary(BinaryOperator, Int, Int)
  case logical(LogicalOperator, [Int])
  case conditional(Int, Int, Int)
  case typeTest(Int, word: String)
  case member(Int, Text)
  case element(Int, index: Int)
  case slice(Int, from: Int, to: Int)
  /// A declared function, called with the right number of arguments.
  case call(function: Int, arguments: [Int])
  case builtin(BuiltinFunction, arguments: [Int])
  case access(DocumentFunction, path: Int)
  case method(Int, Text, arguments: [Int], pattern: Pattern?)
}

/// A statement as a request meets it.
struct StatementCore: Sendable {
  let methods: UInt8
  let condition: Int?
  let span: Span

  init(_ statement: CompiledStatement) {
    methods = statement.methods.reduce(0) { $0 | $1.bit }
    condition = statement.condition
    span = statement.span
  }
}

extension RulesMethod {
  var bit: UInt8 {
    switch self {
    case .get: 1
    case .list: 2
    case .create: 4
    case .update: 8
    case .delete: 16
    }
  }
}

struct CompiledFunction: Sendable {
  var declaration: FunctionDeclaration
  var parameterCount: Int
  /// Parameters and lets.
  var frameSize: Int
  var result: Int
}

/// A match block: its own part of the path, its statements and the blocks within it.
struct CompiledBlock: Sendable {
  enum Segment: Sendable {
    case literal(Text)
    case capture
    case recursive
  }

  var segments: [Segment]
  /// Places in ``Program/statements``.
  var statements: Range<Int>
  var blocks: [CompiledBlock]
  /// Unique within the program.
  var id: Int
  /// Recursive wildcards of the block and of those around it.
  var wildcardCount: Int
}
