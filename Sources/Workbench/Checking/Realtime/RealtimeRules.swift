import Diagnostics
import FirestoreModel
import QueryModel
import StructuredText

/// What a rules file of the Realtime Database says about the shape of the data: which lists there are, and which
/// children are indexed. Its conditions are not looked at.
struct RealtimeRules {
  /// As it is printed.
  var path: String
  private let root: Node

  /// Nil when it is no such file.
  init?(_ source: SourceText) {
    guard let node = JSONReader.read(source, .realtimeRules).node, case .object(let members) = node.content else { return nil }
    path = source.path
    root = members.first { $0.key == "rules" }?.value ?? node
  }

  /// Whether it is a set of rules to deploy, not only the indexes of one.
  var decidesAccess: Bool { RealtimeRulesNode(root).decidesAccess() }

  /// The rules of a location; nil when none are written for it.
  func node(at location: PathTemplate) -> RealtimeRulesNode? {
    var node = RealtimeRulesNode(root)
    for segment in location.segments {
      guard let child = node.child(segment) else { return nil }
      node = child
    }
    return node
  }
}

struct RealtimeRulesNode {
  private let members: [Node.Member]

  init(_ node: Node) { members = if case .object(let members) = node.content { members } else { [] } }

  /// A name is preferred to a variable, as the service does; what only the run knows is a variable.
  func child(_ segment: PathSegment) -> RealtimeRulesNode? {
    if let id = segment.literal?.string, let named = members.first(where: { $0.key == id }) {
      return RealtimeRulesNode(named.value)
    }
    return variable
  }

  /// Below `$name`: the children of a list.
  var variable: RealtimeRulesNode? { members.first { $0.key.hasPrefix("$") }.map { RealtimeRulesNode($0.value) } }

  /// Children that have a name.
  var names: [String] { members.map(\.key).filter { !$0.hasPrefix("$") && !$0.hasPrefix(".") } }

  /// Child paths, and `.value`.
  var indexed: [String] {
    guard let node = members.first(where: { $0.key == ".indexOn" })?.value else { return [] }
    switch node.content {
    case .string(let child): return [child]
    case .array(let children): return children.compactMap { if case .string(let child) = $0.content { child } else { nil } }
    case .null, .boolean, .number, .object: return []
    }
  }

  /// Whether a list is anywhere below.
  func holdsList(depth: Int = 0) -> Bool {
    guard depth < 32 else { return false }
    if variable != nil { return true }
    return members.contains { !$0.key.hasPrefix(".") && RealtimeRulesNode($0.value).holdsList(depth: depth + 1) }
  }

  func decidesAccess(depth: Int = 0) -> Bool {
    guard depth < 32 else { return false }
    return members.contains { member in
      [".read", ".write", ".validate"].contains(member.key)
        || (!member.key.hasPrefix(".") && RealtimeRulesNode(member.value).decidesAccess(depth: depth + 1))
    }
  }
}
