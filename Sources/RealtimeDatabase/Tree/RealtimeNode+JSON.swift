import FirestoreModel
package import StructuredText

extension RealtimeNode {
  /// The form with `.value` and `.priority`, in key order and without lists: what an export holds and what is counted.
  package var export: JSONValue {
    switch content {
    case .absent: return .null
    case .leaf(let leaf):
      guard let priority else { return leaf.json }
      return [".value": leaf.json, ".priority": priority.json]
    case .children(let children):
      var members = children.map { JSONValue.Member($0.key.string, $0.node.export) }
      if let priority { members.append(JSONValue.Member(".priority", priority.json)) }
      return .object(members)
    }
  }

  /// What `val()` of the SDKs and a plain REST read give: no priorities, and nodes that look like lists as lists.
  package var json: JSONValue {
    switch content {
    case .absent: return .null
    case .leaf(let leaf): return leaf.json
    case .children(let children):
      if let list = list(of: children) { return .array(list) }
      return .object(children.map { JSONValue.Member($0.key.string, $0.node.json) })
    }
  }

  /// A value itself, children as `true` each: what `shallow=true` answers.
  package var shallowJSON: JSONValue {
    guard case .children(let children) = content else { return json }
    return .object(children.map { JSONValue.Member($0.key.string, .boolean(true)) })
  }

  /// Children are a list when every key is a canonical index and more than half of the places up to the largest are taken.
  private func list(of children: RealtimeChildren) -> [JSONValue]? {
    var last = -1
    for (key, _) in children {
      guard let index = key.listIndex else { return nil }
      last = Int(index)
    }
    guard last < 2 * children.count else { return nil }
    var elements = [JSONValue](repeating: .null, count: last + 1)
    for (key, node) in children {
      if let index = key.listIndex { elements[Int(index)] = node.json }
    }
    return elements
  }
}

extension RealtimeKey {
  /// The place in a list: `0`, `1`, … without leading zeros.
  fileprivate var listIndex: Int32? {
    guard let integer, integer >= 0, text.byteCount == 1 || text.string.utf8.first != UInt8(ascii: "0"),
      text.string.utf8.first != UInt8(ascii: "-")
    else { return nil }
    return integer
  }
}

extension RealtimeLeaf {
  package var json: JSONValue {
    switch self {
    case .boolean(let value): .boolean(value)
    case .number(let value): .realtime(value)
    case .string(let text): .string(text.string)
    }
  }
}

extension RealtimePriority {
  package var json: JSONValue {
    switch self {
    case .number(let value): .realtime(value)
    case .string(let text): .string(text.string)
    }
  }
}

extension JSONValue {
  /// A number as JavaScript writes it: integral ones without an exponent. Numbers of the tree are finite.
  static func realtime(_ value: Double) -> JSONValue {
    if let integer = Int64(exactly: value) { return .integer(integer) }
    return .double(value) ?? .null
  }
}
