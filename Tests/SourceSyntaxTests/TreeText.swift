import SourceSyntax
import SourceTokens

extension SyntaxTree {
  /// The tree as text, for tests and for people: `(call (member "get" (name "query")) (arguments))`.
  ///
  /// After the kind stand the name in quotes, the operator or form, and the flags.
  func dump(_ id: NodeID, _ names: NameTable) -> String { described(id, names) }

  /// The whole tree, one line per child of the root.
  func dump(_ names: NameTable) -> String {
    children(of: root).map { described($0, names) }.joined(separator: "\n")
  }

  private func described(_ id: NodeID, _ names: NameTable) -> String {
    let parts = children(of: id).map { " \(described($0, names))" }
    return "(\(head(of: self[id], names))\(parts.joined()))"
  }

  private func head(of node: Node, _ names: NameTable) -> String {
    var parts = [String(describing: node.kind)]
    switch node.kind {
    case .binary, .unary, .assign: parts.append(String(describing: node.operation))
    case .typeDeclaration: parts += node.typeForm.map { [String(describing: $0)] } ?? []
    case .function: parts += node.functionForm.flatMap { $0 == .function ? nil : [String(describing: $0)] } ?? []
    default: break
    }
    if node.name != .empty { parts.append(Self.quoted(names.text(node.name))) }
    return (parts + node.flagNames.map { "+\($0)" }).joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}

extension Node {
  fileprivate var flagNames: [String] { Self.flagNames.filter { flags.contains($0.1) }.map(\.0) }

  private static let flagNames: [(String, NodeFlags)] = [
    ("optional", .optional), ("forced", .forced), ("asynchronous", .asynchronous), ("generator", .generator),
    ("variadic", .variadic), ("keywords", .keywords), ("property", .property), ("ofBase", .ofBase),
    ("constant", .constant), ("construction", .construction), ("trailing", .trailing), ("typeOnly", .typeOnly),
    ("isDefault", .isDefault), ("computed", .computed), ("shorthand", .shorthand), ("arrow", .arrow),
    ("unterminated", .unterminated), ("doubleColon", .doubleColon), ("namedOnly", .namedOnly), ("all", .all),
    ("braces", .braces), ("negated", .negated),
  ]
}
