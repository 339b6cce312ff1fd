package import Diagnostics

/// The checks that come before any grammar: size and encoding.
package enum InputChecks {
  /// The problem that makes the bytes unreadable in every format; nil when there is none.
  static func problem(of source: SourceText, _ limits: ReadLimits) -> Diagnostic? {
    if source.bytes.count > limits.bytes {
      return Diagnostic(
        .malformedInput,
        "the file has \(source.bytes.count) bytes, more than the \(limits.bytes) that are read", at: source.start,
        help: "split the file or remove what is not needed")
    }
    return encodingProblem(of: source)
  }

  /// The first bytes that are not UTF-8; nil when there are none.
  package static func encodingProblem(of source: SourceText) -> Diagnostic? {
    guard let place = invalidUTF8(in: source.bytes) else { return nil }
    return Diagnostic(
      .malformedInput, "the text is not valid UTF-8 from here on", at: source.location(place),
      help: "save the file with the encoding UTF-8")
  }

  /// The file holds no value at all.
  static func empty(_ source: SourceText, help: String) -> Diagnostic {
    let message = source.bytes.count > source.byteOrderMarkLength ? "the file holds no value" : "the file is empty"
    return Diagnostic(.malformedInput, message, at: source.start, help: help)
  }

  private static func invalidUTF8(in bytes: [UInt8]) -> Span? {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      let place = error.byteOffsets
      return Span(place.lowerBound, max(place.upperBound, place.lowerBound + 1))
    }
  }
}
