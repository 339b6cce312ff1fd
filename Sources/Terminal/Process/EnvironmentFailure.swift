/// The environment could not do what was asked: a full disk, a folder that cannot be written. Exit code 3.
package struct EnvironmentFailure: Error {
  package var message: String
  /// A line that says what to do.
  package var help: String?

  package init(message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }

  /// The lines for standard error.
  package var report: String { "error: \(message)" + (help.map { "\nhelp: \($0)" } ?? "") }
}
