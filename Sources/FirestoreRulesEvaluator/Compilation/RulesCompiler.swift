import Diagnostics
import FirestoreModel
import FirestoreRulesLanguage

/// Walks the declarations of a ruleset and compiles their expressions, each in the scope it stands in.
///
/// Functions of a scope are declared before anything of it is compiled: the order in the source does not matter, and a
/// call goes to the innermost declaration around it.
struct RulesCompiler {
  let ruleset: Ruleset
  var nodes: [Node]
  var spans: [Span]
  var problems: [Diagnostic] = []
  /// What the parser has found.
  let known: [Diagnostic]
  var functions: [CompiledFunction] = []
  var statements: [CompiledStatement] = []
  var calls = CallGraph()
  private var blockCount = 0

  /// Names of the functions of each scope around the current place, outermost first.
  var scopes: [[String: Int]] = []
  /// Captures of the match blocks around the current place, outermost first.
  var captures: [String] = []
  private var path: [MatchSegment] = []

  init(_ parsed: ParsedRules) {
    ruleset = parsed.ruleset
    known = parsed.problems
    let count = max(0, ruleset.expressionCount)
    nodes = Array(repeating: .unreachable, count: count)
    spans = Array(repeating: Span(0, 0), count: count)
  }

  mutating func compile() -> Program {
    var blocks: [CompiledBlock] = []
    withFunctions(ruleset.functions) { compiler in
      for service in compiler.ruleset.services where service.name.text == "cloud.firestore" {
        compiler.withFunctions(service.functions) { compiler in
          for match in service.matches { blocks.append(compiler.block(match, nesting: nil, wildcards: 0)) }
        }
      }
    }
    checkCalls()
    return Program(
      ruleset: ruleset, spans: spans, nodes: nodes, functions: functions, statements: statements, blocks: blocks,
      version: ruleset.effectiveVersion)
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at span: Span, severity: Severity? = nil, help: String? = nil
  ) {
    problems.append(
      Diagnostic(code, message, at: ruleset.source.location(span), severity: severity, help: help))
  }

  // MARK: - Functions

  /// Declares the functions, compiles them, and runs `body` where they are visible.
  private mutating func withFunctions(
    _ declarations: [FunctionDeclaration], _ body: (inout RulesCompiler) -> Void
  ) {
    var scope: [String: Int] = [:]
    let first = functions.count
    for declaration in declarations {
      let name = declaration.name
      if scope[name.text] != nil, !name.text.isEmpty {
        report(
          .duplicateFunctionOrLet, "a function `\(name.text)` is already declared in this block", at: name.span,
          help: "rename or remove one of them; there is no overloading")
      } else {
        scope[name.text] = functions.count
      }
      functions.append(
        CompiledFunction(
          declaration: declaration, parameterCount: declaration.parameters.count,
          frameSize: declaration.parameters.count + declaration.lets.count, result: declaration.result.id))
    }
    scopes.append(scope)
    for (offset, declaration) in declarations.enumerated() { compile(declaration, function: first + offset) }
    body(&self)
    scopes.removeLast()
  }

  private mutating func compile(_ declaration: FunctionDeclaration, function: Int) {
    checkFunction(declaration)
    var locals = LocalNames(function: function, parameters: declaration.parameters.map(\.text))
    for binding in declaration.lets {
      compile(binding.value, locals)
      locals.bindings.append((name: binding.name.text, value: binding.value.id))
    }
    compile(declaration.result, locals)
  }

  // MARK: - Match blocks

  /// - Parameter nesting: levels below the block that reaches `documents`; nil above it.
  private mutating func block(_ match: MatchBlock, nesting: Int?, wildcards: Int) -> CompiledBlock {
    let outerCaptures = captures.count
    let outerPath = path.count
    defer {
      captures.removeLast(captures.count - outerCaptures)
      path.removeLast(path.count - outerPath)
    }
    path += match.path.segments
    for segment in match.path.segments {
      if let name = segment.captureName { captures.append(name) }
    }
    let inner = path.count >= 3 ? nesting.map { $0 + 1 } ?? 0 : nil
    checkHeader(match.path, nesting: inner, segments: path.count, captures: captures.count)

    let id = blockCount
    blockCount += 1
    let count = wildcards + match.path.segments.count { $0.isRecursive }
    var compiled = CompiledBlock(
      segments: match.path.segments.map(\.compiled), statements: 0..<0, blocks: [], id: id, wildcardCount: count)
    // Deeper blocks are refused; what they hold need not be compiled, and nothing here recurses without bound.
    guard inner ?? 0 <= CompilationLimits.matchNesting, path.count <= CompilationLimits.segments else {
      return compiled
    }
    withFunctions(match.functions) { compiler in
      let first = compiler.statements.count
      for allow in match.allows { compiler.statement(allow) }
      compiled.statements = first..<compiler.statements.count
      for nested in match.matches { compiled.blocks.append(compiler.block(nested, nesting: inner, wildcards: count)) }
    }
    return compiled
  }

  private mutating func statement(_ allow: AllowStatement) {
    if let condition = allow.condition { compile(condition, LocalNames()) }
    let methods = RulesMethod.allCases.filter { method in allow.methods.contains { method.isCovered(by: $0.text) } }
    statements.append(
      CompiledStatement(
        index: statements.count, declaration: allow, methods: Set(methods), condition: allow.condition?.id, path: path))
  }
}

extension MatchSegment {
  var captureName: String? {
    switch kind {
    case .literal: nil
    case .capture(let name), .recursive(let name): name
    }
  }

  var isRecursive: Bool {
    if case .recursive = kind { true } else { false }
  }

  fileprivate var compiled: CompiledBlock.Segment {
    switch kind {
    case .literal(let text): .literal(Text(text))
    case .capture: .capture
    case .recursive: .recursive
    }
  }
}

/// The names of a function that an expression in it may use.
struct LocalNames {
  /// Nil for the condition of a statement.
  var function: Int?
  var parameters: [String]
  /// The bindings before the expression: one does not see itself or later ones.
  var bindings: [(name: String, value: Int)] = []

  init(function: Int? = nil, parameters: [String] = []) {
    self.function = function
    self.parameters = parameters
  }
}
