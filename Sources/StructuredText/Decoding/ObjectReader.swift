package import Diagnostics

/// Reads an object with known keys, reports what does not fit and goes on.
///
/// Every method that takes a key makes the key known and answers nil when it is absent or, after reporting FB0015, when
/// its value has the wrong type. `finish()` reports every key that no method asked for as FB0014, with the nearest
/// known key as help.
///
/// ```swift
/// func decodeIndex(_ node: Node, _ decoding: NodeDecoding) -> (group: String, fields: [Node])? {
///   guard var object = ObjectReader(node, decoding) else { return nil }  // reported: not an object
///   let group = object.string("collectionGroup", .required)
///   let scope = object.choice("queryScope", of: [("COLLECTION", 0), ("COLLECTION_GROUP", 1)]) ?? 0
///   let fields = object.array("fields", .required)
///   object.finish()
///   guard let group, let fields else { return nil }
///   return (group, fields)
/// }
/// let result = JSONReader.read(source, .comments)
/// let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
/// let index = result.node.flatMap { decodeIndex($0, decoding) }
/// // decoding.diagnostics: everything that was wrong, in one list
/// ```
package struct ObjectReader {
  package enum Presence: Hashable, Sendable {
    case optional
    /// An absent key gives FB0015 at the object.
    case required
    /// An absent key gives this code at the object.
    case requiredElse(DiagnosticCode)
  }

  package let node: Node
  package let decoding: NodeDecoding
  private let members: [Node.Member]
  private var known: [String] = []

  /// Reports FB0015 and answers nil when the node is not an object. `name`: what the object is for.
  package init?(_ node: Node, _ decoding: NodeDecoding, for name: String? = nil) {
    guard let members = decoding.members(node, for: name) else { return nil }
    self.node = node
    self.decoding = decoding
    self.members = members
  }

  /// Keys that are fine but not read here.
  package mutating func know(_ keys: String...) { known += keys }

  /// The members whose keys nobody has asked for yet.
  package var rest: [Node.Member] { members.filter { !isKnown($0.key) } }

  /// The member with its place, for messages about the key.
  package mutating func member(_ key: String, _ presence: Presence = .optional) -> Node.Member? {
    if !isKnown(key) { known.append(key) }
    if let found = members.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) { return found }
    switch presence {
    case .optional: break
    case .required: reportMissing(key, .wrongType)
    case .requiredElse(let code): reportMissing(key, code)
    }
    return nil
  }

  package mutating func node(_ key: String, _ presence: Presence = .optional) -> Node? { member(key, presence)?.value }

  package mutating func string(_ key: String, _ presence: Presence = .optional) -> String? {
    node(key, presence).flatMap { decoding.string($0, for: key) }
  }

  package mutating func boolean(_ key: String, _ presence: Presence = .optional) -> Bool? {
    node(key, presence).flatMap { decoding.boolean($0, for: key) }
  }

  package mutating func number(_ key: String, _ presence: Presence = .optional) -> NumberText? {
    node(key, presence).flatMap { decoding.number($0, for: key) }
  }

  package mutating func integer(
    _ key: String, _ presence: Presence = .optional, in range: ClosedRange<Int64> = .min ... .max
  ) -> Int64? {
    node(key, presence).flatMap { decoding.integer($0, for: key, in: range) }
  }

  package mutating func array(_ key: String, _ presence: Presence = .optional) -> [Node]? {
    node(key, presence).flatMap { decoding.array($0, for: key) }
  }

  /// The strings of an array; elements of another type are reported and left out.
  package mutating func strings(_ key: String, _ presence: Presence = .optional) -> [String]? {
    array(key, presence)?.compactMap { decoding.string($0, for: key) }
  }

  package mutating func choice<Value>(
    _ key: String, _ presence: Presence = .optional, of words: [(String, Value)]
  ) -> Value? {
    node(key, presence).flatMap { decoding.choice($0, of: words, for: key) }
  }

  /// A reader of the object under the key.
  package mutating func object(_ key: String, _ presence: Presence = .optional) -> ObjectReader? {
    node(key, presence).flatMap { ObjectReader($0, decoding, for: key) }
  }

  /// The members of an object whose keys are the user's own names.
  package mutating func members(_ key: String, _ presence: Presence = .optional) -> [Node.Member]? {
    node(key, presence).flatMap { decoding.members($0, for: key) }
  }

  /// Reports every key that is not known. Call it once, after all keys have been asked for.
  package func finish() {
    // A key that is not there yet is the likelier meaning of a mistyped one.
    let absent = known.filter { name in !members.contains { $0.key == name } }
    let candidates = absent + known
    for member in rest {
      let nearest = NearestName.of(member.key, among: candidates)
      let help: String
      if let nearest {
        help = "did you mean \(QuotedText.of(nearest))?"
      } else if known.isEmpty {
        help = "no keys are allowed here"
      } else {
        help = "known keys: " + known.map { QuotedText.of($0) }.joined(separator: ", ")
      }
      decoding.report(.unknownKey, "unknown key \(QuotedText.of(member.key))", at: member.keySpan, help: help)
    }
  }

  private func isKnown(_ key: String) -> Bool { known.contains { $0.utf8.elementsEqual(key.utf8) } }

  private func reportMissing(_ key: String, _ code: DiagnosticCode) {
    let place = Span(node.span.start, min(node.span.end, node.span.start + 1))
    decoding.report(
      code, "the key \(QuotedText.of(key)) is missing", at: place, help: "add \(QuotedText.of(key)) to this object")
  }
}
