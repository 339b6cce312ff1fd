import Diagnostics

/// The checks that come before any grammar: size and encoding.
enum InputChecks {
  /// The problem that makes the bytes unreadable in every format; nil when there is none.
  static func problem(of source: SourceText, _ limits: ReadLimits) -> Diagnostic? {
    if source.bytes.count > limits.bytes {
      return Diagnostic(
        .malformedInput,
        "the file has \(source.bytes.count) bytes, more than the \(limits.bytes) that are read", at: source.start,
        help: "split the file or remove what is not needed")
    }
    return source.encodingProblem
  }

  /// The file holds no value at all.
  static func empty(_ source: SourceText, help: String) -> Diagnostic {
    let message = source.bytes.count > source.byteOrderMarkLength ? "the file holds no value" : "the file is empty"
    return Diagnostic(.malformedInput, message, at: source.start, help: help)
  }
}
