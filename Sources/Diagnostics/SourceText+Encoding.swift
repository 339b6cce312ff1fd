extension SourceText {
  /// The first bytes that are not UTF-8; nil when there are none.
  package var encodingProblem: Diagnostic? {
    guard let place = invalidUTF8 else { return nil }
    return Diagnostic(
      .malformedInput, "the text is not valid UTF-8 from here on", at: location(place),
      help: "save the file with the encoding UTF-8")
  }

  private var invalidUTF8: Span? {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      let place = error.byteOffsets
      return Span(place.lowerBound, max(place.upperBound, place.lowerBound + 1))
    }
  }
}
