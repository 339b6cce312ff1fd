/// What is wrong with a line of a model.
package struct RowError: Error, Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  package var message: String

  package init(_ line: Int, _ message: String) {
    self.line = line
    self.message = message
  }

  package var description: String { "line \(line): \(message)" }
}
