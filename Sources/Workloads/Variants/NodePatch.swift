package import Diagnostics
package import StructuredText

/// One change of a variant to the workload's tree.
package struct NodePatch {
  package enum Operation {
    /// `set:` — the value takes the place of what is there.
    case set
    /// `add:` — the items are appended to the list that is there.
    case add
  }

  var operation: Operation
  /// As written; `keySpan` is its place.
  var path: String
  var pathSpan: Span
  var value: Node

  package init(operation: Operation, path: String, pathSpan: Span, value: Node) {
    self.operation = operation
    self.path = path
    self.pathSpan = pathSpan
    self.value = value
  }
}

/// Why a patch does not fit the tree.
enum PatchFailure: Error, Hashable {
  /// Nothing of that name is there.
  case unknownName(String, known: [String])
  /// `add` to something that is no list.
  case notAList
  /// Steps of one name do these different things.
  case severalSteps(String, [String])
}

extension NodePatch {
  /// The node with the patch applied at `rest`, a dotted path relative to it. Keys may contain dots: the longest key
  /// that fits wins. A last key that is not there yet is added.
  func applied(to node: Node, at rest: Substring) throws(PatchFailure) -> Node {
    guard let first = rest.utf8.first else { return try replacement(of: node) }
    if first == UInt8(ascii: "[") { return try appliedToItem(of: node, at: rest) }
    guard case .object(var members) = node.content else { throw .unknownName(Self.firstName(rest), known: []) }
    let keys = members.map(\.key)
    if let position = Self.longestPrefix(of: rest, among: keys) {
      let below = Self.remainder(of: rest, after: keys[position])
      members[position].value = try applied(to: members[position].value, at: below)
    } else {
      guard !rest.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }) else {
        throw .unknownName(Self.firstName(rest), known: keys)
      }
      members.append(Node.Member(key: String(rest), keySpan: pathSpan, value: value))
    }
    return Node(.object(members), span: node.span)
  }

  private func replacement(of node: Node) throws(PatchFailure) -> Node {
    switch operation {
    case .set: return value
    case .add:
      let added: [Node]
      if case .array(let items) = value.content { added = items } else { added = [value] }
      switch node.content {
      case .array(let items): return Node(.array(items + added), span: node.span)
      case .null: return Node(.array(added), span: node.span)
      case .boolean, .number, .string, .object: throw .notAList
      }
    }
  }

  /// `[2]…`
  private func appliedToItem(of node: Node, at rest: Substring) throws(PatchFailure) -> Node {
    guard let end = rest.firstIndex(of: "]"), case .array(var items) = node.content,
      let index = Int(rest[rest.index(after: rest.startIndex)..<end]), items.indices.contains(index)
    else { throw .unknownName(String(rest.prefix { $0 != "." }), known: Self.itemNames(of: node)) }
    var below = rest[rest.index(after: end)...]
    if below.first == "." { below = below.dropFirst() }
    items[index] = try applied(to: items[index], at: below)
    return Node(.array(items), span: node.span)
  }

  private static func itemNames(of node: Node) -> [String] {
    guard case .array(let items) = node.content, items.count <= 12 else { return [] }
    return items.indices.map { "[\($0)]" }
  }

  /// The position of the longest of the names that the path starts with.
  static func longestPrefix(of path: Substring, among names: [String]) -> Int? {
    names.indices.filter { starts(path, with: names[$0]) }.max { names[$0].utf8.count < names[$1].utf8.count }
  }

  private static func starts(_ path: Substring, with name: String) -> Bool {
    guard path.utf8.starts(with: name.utf8) else { return false }
    guard let next = path.utf8.dropFirst(name.utf8.count).first else { return true }
    return next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
  }

  static func remainder(of path: Substring, after name: String) -> Substring {
    let rest = Substring(path.utf8.dropFirst(name.utf8.count))
    return rest.first == "." ? rest.dropFirst() : rest
  }

  static func firstName(_ path: Substring) -> String { String(path.prefix { $0 != "." && $0 != "[" }) }
}
