import Digests
import FirestoreModel

/// The SHA-1 of a node's text.
struct NodeDigest: Hashable, Sendable {
  var bytes: [UInt8]

  init(of text: [UInt8]) {
    bytes = Digest.sha1.of(text)
  }

  var base64: String { Base64.encode(bytes) }
}

extension RealtimeNode {
  /// What a client sends to say which state it holds, when it listens and when it compares and sets; empty where nothing
  /// stands.
  package var hash: String { exists ? digest.base64 : "" }

  /// The header of conditional REST requests.
  package var etag: String { exists ? hash : RealtimeNode.absentETag }

  package static let absentETag = "null_etag"

  private var digest: NodeDigest {
    switch content {
    case .absent: NodeDigest(of: [])
    case .leaf(let leaf): NodeDigest(of: priorityText + leaf.hashText)
    case .children(let children):
      // Only without a priority of its own is it what the children say alone.
      priority == nil ? children.digest : NodeDigest(of: priorityText + children.hashText)
    }
  }

  private var priorityText: [UInt8] {
    priority.map { Array("priority:".utf8) + $0.leaf.hashText + [UInt8(ascii: ":")] } ?? []
  }
}

extension RealtimeChildren {
  /// `:key:hash` for each child, by priority and then by key.
  var hashText: [UInt8] {
    var text: [UInt8] = []
    let children = ordered(by: .priority)
    for entry in children.entries(0..<children.count) {
      text.append(UInt8(ascii: ":"))
      text += entry.key.string.utf8
      text.append(UInt8(ascii: ":"))
      text += entry.node.hash.utf8
    }
    return text
  }
}

extension RealtimeLeaf {
  /// `number:` and the sixteen hexadecimal digits of its bits, `string:` and the text, `boolean:` and the word.
  fileprivate var hashText: [UInt8] {
    switch self {
    case .boolean(let value): Array("boolean:\(value)".utf8)
    case .number(let value): Array("number:\(value.bitPattern.hexadecimal)".utf8)
    case .string(let text): Array("string:".utf8) + text.string.utf8
    }
  }
}
