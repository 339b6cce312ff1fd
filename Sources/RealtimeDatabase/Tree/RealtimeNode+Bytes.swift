import Diagnostics
import StructuredText

extension RealtimeNode {
  /// ``export`` as compact JSON in UTF-8.
  package var exportBytes: [UInt8] { Array(JSONWriter.text(export, .compact).utf8) }

  /// What ``exportBytes`` gives; nil for what cannot come from there.
  package init?(exportBytes bytes: [UInt8]) {
    let options = JSONReader.Options(limits: ReadLimits(bytes: .max))
    guard let tree = JSONReader.read(SourceText(path: "value", bytes: bytes), options).valid,
      let node = try? RealtimeNode(node: tree)
    else { return nil }
    self = node
  }

  /// The node with another one at an address: a location, or with `.priority` at its end the priority of one.
  package func replacing(address: RealtimePath, with node: RealtimeNode) -> RealtimeNode {
    guard address.last?.isPriority == true, let parent = address.parent else { return replacing(address, with: node) }
    return replacing(parent, with: self[parent].withPriority(node.leaf.flatMap(RealtimePriority.init)))
  }
}

extension RealtimePriority {
  /// Nil for a truth value, which is none.
  fileprivate init?(_ leaf: RealtimeLeaf) {
    switch leaf {
    case .boolean: return nil
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    }
  }
}
