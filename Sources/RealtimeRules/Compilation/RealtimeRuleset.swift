package import Diagnostics
package import RealtimeDatabase

/// A rules document that uploads: a tree of rules in the shape of the data, compiled once.
package struct RealtimeRuleset: Sendable {
  package let source: SourceText
  package let root: RuleNode
  let compiled: CompiledRuleNode

  package init(source: SourceText, root: RuleNode) {
    self.source = source
    self.root = root
    compiled = CompiledRuleNode(root)
  }

  /// Of these very rules, however often they are copied.
  package var identity: ObjectIdentifier { ObjectIdentifier(compiled) }

  /// The indexes of the children of a location.
  package func indexes(at location: RealtimePath) -> [RealtimeIndex] { node(at: location)?.indexes ?? [] }

  /// The indexes of locations of which not every key is known: nil stands for any.
  package func indexes(at pattern: [RealtimeKey?]) -> [RealtimeIndex] { root.node(at: pattern)?.indexes ?? [] }

  /// The rules of a location; nil when none are written for it.
  package func node(at location: RealtimePath) -> RuleNode? { root.node(at: location.keys.map(Optional.some)) }

  /// Whether a query of this ordering is answered from an index. Keys and priorities always have one.
  package func isIndexed(_ ordering: RealtimeQuerySpec.Ordering, at location: RealtimePath) -> Bool {
    switch ordering {
    case .key, .priority: true
    case .value: indexes(at: location).contains { $0.target == .value }
    case .child(let path): indexes(at: location).contains { $0.target == .child(path) }
    }
  }
}
