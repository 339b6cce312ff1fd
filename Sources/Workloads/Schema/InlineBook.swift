package import StructuredText

/// A price book written into the workload, still as it was read: its format belongs to the meter.
package struct InlineBook: Hashable, Sendable {
  package var node: Node

  package init(node: Node) { self.node = node }
}
