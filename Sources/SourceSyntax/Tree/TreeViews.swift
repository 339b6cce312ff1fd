import SourceTokens

/// Typed views: the parts of a node by what they are for.
package struct CallView: Sendable {
  package let callee: NodeID
  package let typeArguments: NodeID?
  /// `argument`s and what else stands between the brackets, then the closures behind them.
  package let arguments: [NodeID]
  /// The body of an anonymous class.
  package let body: NodeID?
}

package struct FunctionView: Sendable {
  package let parameters: [NodeID]
  package let receiver: NodeID?
  /// What it returns.
  package let type: NodeID?
  /// A `block`, or an expression that is its value.
  package let body: NodeID?
}

/// `a ? b : c` by meaning, whatever the order in the source.
package struct ConditionalView: Sendable {
  package let condition, then, otherwise: NodeID
}

extension SyntaxTree {
  package func call(_ id: NodeID) -> CallView? {
    let children = children(of: id)
    guard kind(id) == .call, let callee = children.first else { return nil }
    let list = children.dropFirst().first { self[$0].kind == .arguments }
    let trailing = children.dropFirst().filter { [.argument, .text, .template].contains(self[$0].kind) }
    return CallView(
      callee: callee, typeArguments: child(.typeArguments, of: id),
      arguments: (list.map { Array(self.children(of: $0)) } ?? []) + trailing, body: child(.block, of: id))
  }

  /// Of `function`, `closure` and `accessor`.
  package func function(_ id: NodeID) -> FunctionView? {
    guard [.function, .closure, .accessor].contains(kind(id)) else { return nil }
    let children = children(of: id)
    let list = children.first { self[$0].kind == .parameters }
    let body = children.last { self[$0].kind == .block || self[$0].kind.isExpression }
    return FunctionView(
      parameters: list.map { Array(self.children(of: $0)) } ?? [],
      receiver: child(.receiver, of: id), type: children.first { self[$0].kind.isType }, body: body)
  }

  package func conditional(_ id: NodeID) -> ConditionalView? {
    let children = Array(children(of: id))
    guard kind(id) == .conditional, children.count == 3 else { return nil }
    let isReversed = name(id) == Word.if.name
    return ConditionalView(
      condition: children[isReversed ? 1 : 0], then: children[isReversed ? 0 : 1], otherwise: children[2])
  }
}
