package import Diagnostics

extension SourceLocation {
  /// `path:line`
  package var lineText: String { "\(source.path):\(position.line)" }
}
