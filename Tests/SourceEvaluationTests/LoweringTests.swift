import Diagnostics
import SourceEvaluation
import SourceLanguages
import SourceSemantics
import SourceSyntax
import SourceTokens
import Testing

@Suite("Value graphs") struct LoweringTests {
  /// The graph of the first function of a unit.
  private func graph(_ text: String) throws -> ValueGraph {
    var names = NameTable()
    let source = SourceText(path: "a.py", text: text)
    let tree = try #require(SyntaxReader.tree(of: SourceUnit(source, .python), &names))
    let rules = PythonLanguage.rules(&names)
    let scopes = FunctionScopes(tree, rules)
    let function = try #require(scopes.scopes.first { tree.kind($0.node) == .function })
    return FunctionLowering.graph(of: function.node, in: tree, scopes, rules)
  }

  private func operations(_ graph: ValueGraph, _ node: GraphNode) -> String {
    let parts = graph.operands(node).map { operations(graph, $0) }
    let name = String(describing: graph[node].operation)
    return parts.isEmpty ? name : "\(name)(\(parts.joined(separator: ", ")))"
  }

  @Test(
    "what a function returns",
    arguments: [
      ("def f(a):\n  return a\n", "parameter"),
      ("def f(a):\n  b = a\n  a = 1\n  return b\n", "parameter"),
      ("def f(a):\n  pass\n", "null"),
      ("def f(a, b):\n  if a:\n    b = 1\n  return b\n", "gamma(truth(parameter), integer, parameter)"),
      ("def f(a):\n  if a:\n    return 1\n  return 2\n", "gamma(truth(parameter), integer, integer)"),
      (
        "def f(a):\n  if a: x = 1\n  elif a: x = 2\n  else: raise A()\n  return x\n",
        "gamma(truth(parameter), integer, integer)"
      ),
      ("def f(a, b):\n  return a or b\n", "gamma(truth(parameter), parameter, parameter)"),
      ("def f(a, b):\n  for x in a:\n    b = x\n  return b\n", "afterLoop"),
      ("def f(a, b):\n  for x in a:\n    g(x)\n  return b\n", "parameter"),
      ("def f(a):\n  return [x for x in a]\n", "collected(element, yes)"),
      ("def f(a):\n  a.b = 1\n  return a\n", "put(parameter, integer)"),
      ("def f(a):\n  a.push(1)\n  return a\n", "after(call(member(parameter), integer), parameter)"),
      ("def f(a):\n  print(1)\n  return a\n", "parameter"),
      ("def f(a):\n  try: b = 1\n  except E: b = 2\n  return b\n", "gamma(not(event), integer, integer)"),
      (
        "def f(a):\n  return a is not None and a > 1\n",
        "and(not(truth(binary(parameter, null))), truth(binary(parameter, integer)))"
      ),
    ])
  func returned(_ text: String, _ expected: String) throws {
    let graph = try graph(text)
    #expect(operations(graph, graph.result) == expected)
  }

  @Test func `conditions of calls that follow one another exclude each other`() throws {
    let graph = try graph("def f(a):\n  if a:\n    g()\n    return\n  h()\n")
    #expect(graph.effects.map { operations(graph, $0.under) } == ["truth(parameter)", "not(truth(parameter))"])
  }

  @Test func `the same condition twice is one node`() throws {
    let graph = try graph("def f(a):\n  if a.b: g()\n  if a.b: h()\n")
    #expect(graph.effects.count == 2)
    #expect(graph.effects.first?.under == graph.effects.last?.under)
    #expect(graph.cells.filter { $0.operation == .member }.count == 1)
  }
}
