package import Diagnostics

/// Reads JSON (RFC 8259) and the dialect of Firebase's configuration files.
///
/// A byte order mark and CRLF are accepted. Numbers are kept as they are written, strings are decoded. Anything that is
/// not JSON gives exactly one FB0013 at the place where reading stopped; keys written twice give FB0016 each, unless all of
/// them count.
///
/// ```swift
/// let result = JSONReader.read(SourceText(path: "a.json", text: #"{"limit": 20}"#))
/// guard let node = result.valid else { return result.diagnostics }
/// ```
package enum JSONReader {
  package struct Options: Hashable, Sendable {
    /// `// …` and `/* … */` count as blanks.
    package var comments: Bool
    /// A comma before `]` or `}` is accepted and listed in the result.
    package var trailingCommas: Bool
    /// A string may go over several lines; its line breaks and tabs belong to it.
    package var multilineStrings: Bool
    package var repeatedKeys: RepeatedKeyMeaning
    package var limits: ReadLimits

    package init(
      comments: Bool = false, trailingCommas: Bool = false, multilineStrings: Bool = false,
      repeatedKeys: RepeatedKeyMeaning = .firstCounts, limits: ReadLimits = ReadLimits()
    ) {
      self.comments = comments
      self.trailingCommas = trailingCommas
      self.multilineStrings = multilineStrings
      self.repeatedKeys = repeatedKeys
      self.limits = limits
    }

    /// Exactly JSON.
    package static let strict = Options()
    /// JSON with comments, as the Firebase CLI reads its files.
    package static let comments = Options(comments: true)
    /// Comments and trailing commas.
    package static let lenient = Options(comments: true, trailingCommas: true)
    /// Rules of the Realtime Database: conditions are long, so the service takes strings over several lines.
    package static let realtimeRules = Options(comments: true, multilineStrings: true)
  }

  package static func read(_ source: SourceText, _ options: Options = .strict) -> ReadResult {
    if let problem = InputChecks.problem(of: source, options.limits) {
      return ReadResult(node: nil, diagnostics: [problem])
    }
    var parser = JSONParser(source, options)
    do {
      let node = try parser.document()
      return ReadResult(
        node: node, diagnostics: parser.repeatedKeys.diagnostics(in: source), trailingCommas: parser.trailingCommas)
    } catch {
      let diagnostics = parser.repeatedKeys.diagnostics(in: source) + [error.diagnostic(in: source)]
      return ReadResult(node: nil, diagnostics: diagnostics, trailingCommas: parser.trailingCommas)
    }
  }
}
