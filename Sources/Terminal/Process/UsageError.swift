/// The command cannot start: a flag that is wrong, or that contradicts another. Exit code 2.
package struct UsageError: Error, CustomStringConvertible {
  package var message: String
  /// A line that says what to do instead.
  package var help: String?
  /// Firebreak knows what is asked for and cannot do it (FB8001).
  package var isUnsupported: Bool

  package init(_ message: String, help: String? = nil, isUnsupported: Bool = false) {
    self.message = message
    self.help = help
    self.isUnsupported = isUnsupported
  }

  package var description: String { message }

  /// The lines for standard error.
  package var report: String {
    let head = isUnsupported ? "error[FB8001 unsupported-feature]" : "error"
    return "\(head): \(message)" + (help.map { "\nhelp: \($0)" } ?? "")
  }
}
