import Diagnostics
import FirebreakTestSupport
import QueryScanner
import Testing

/// One piece of code and the whole list of what must be found in it.
struct ScanCase: Sendable, CustomTestStringConvertible {
  var name: String
  /// The folder of the case.
  var folder: String
  var sources: [SourceText]
  /// `LINE description`, with `FILE:LINE` when there are several files.
  var found: [String]
  /// What is written to the Realtime Database, as `LINE description`; nil when the case says nothing of it.
  var written: [String]?
  /// `LINE SDK: message` of what the SDKs throw at; nil when the case says nothing of it.
  var refused: [String]?
  /// `LINE FILE:LINE …` of what callers build: where it is sent, then where it is built.
  var built: [String]?
  /// `FILE:LINE NAME COUNT` of files that may ask Firestore without a word of it.
  var unknown: [String]?

  var testDescription: String { name }

  /// All cases of a folder of `Cases`. The file's `language` is the extension of sources without a name of their own.
  static func load(_ folder: String) throws -> [ScanCase] {
    let paths = RepositoryFiles.paths(below: "Tests/QueryScannerTests/Cases/\(folder)", suffix: ".yaml")
    guard !paths.isEmpty else { throw SpecError("no cases in \(folder)") }
    let cases = try paths.flatMap { path in
      let root = try SpecFile.load(path)
      try root.allow("language", "cases")
      let language = try root["language"].string
      return try root["cases"].array.map { try ScanCase($0, language: language, folder: folder) }
    }
    // By its name a case is open.
    let twice = Dictionary(grouping: cases, by: \.name).filter { $0.value.count > 1 }.keys.sorted()
    guard twice.isEmpty else { throw SpecError("two cases of \(folder) are called \(twice[0])") }
    return cases
  }

  private init(_ spec: SpecValue, language: String, folder: String) throws {
    try spec.allow("name", "id", "code", "files", "found", "written", "refused", "built", "unknown")
    name = try spec["name"].string
    self.folder = folder
    if let code = try spec.optional("code") {
      sources = [SourceText(path: "source.\(language)", text: try code.string)]
    } else {
      sources = try spec["files"].members.map { SourceText(path: $0.key, text: try $0.value.string) }
    }
    found = Self.ordered(try spec["found"].strings)
    written = try spec.optional("written")?.strings
    refused = try spec.optional("refused")?.strings
    built = try spec.optional("built")?.strings
    unknown = try spec.optional("unknown")?.strings
  }

  /// Shapes of one line by their texts: which of them was met first says nothing.
  static func ordered(_ found: [String]) -> [String] {
    var groups: [[String]] = []
    for text in found {
      if let last = groups.last?.first, last.prefix(while: { $0 != " " }) == text.prefix(while: { $0 != " " }) {
        groups[groups.count - 1].append(text)
      } else {
        groups.append([text])
      }
    }
    return groups.flatMap { $0.sorted() }
  }

  /// Cases that do not hold yet, by folder and name.
  static let open: Set<String> = {
    let list = try? RepositoryFiles.bytes("Tests/QueryScannerTests/OpenCases.txt")
    return Set(String(decoding: list ?? [], as: UTF8.self).split(separator: "\n").map(String.init))
  }()

  /// The whole answer is expected of a case; one that is open fails as soon as it holds, for then it is no longer open.
  ///
  /// - Parameter others: what it says besides, and what the case expects of it.
  func check(
    _ others: (ScanCase) -> [(actual: [String], expected: [String]?)] = { _ in [] },
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let actual = actual
    let others = others(self)
    if Self.open.contains("\(folder): \(name)") {
      let holds = actual == found && others.allSatisfy { $0.actual == $0.expected }
      #expect(!holds, "it holds: take it out of the list", sourceLocation: sourceLocation)
    } else {
      #expect(actual == found, sourceLocation: sourceLocation)
      for other in others { #expect(other.actual == other.expected, sourceLocation: sourceLocation) }
    }
  }

  /// What is found now.
  var actual: [String] { Self.ordered(SourceScanner.scan(sources).requests.map { "\(line(of: $0)) \($0)" }) }

  /// What is written now.
  var actualWritten: [String] {
    SourceScanner.scan(sources).requests.compactMap { request in
      request.written.map { "\(line(of: request)) \($0)" }
    }
  }

  /// What is thrown at now.
  var actualRefused: [String] {
    SourceScanner.scan(sources).requests.compactMap { request in
      request.refusal.map { "\(line(of: request)) \($0.sdk): \($0.message)" }
    }
  }

  /// What callers build now.
  var actualBuilt: [String] {
    SourceScanner.scan(sources).requests.filter { !$0.builtAt.isEmpty }.map { request in
      ([line(of: request)] + request.builtAt.map { line(of: $0) }).joined(separator: " ")
    }
  }

  /// The files that may ask Firestore now.
  var actualUnknown: [String] {
    SourceScanner.scan(sources).unknownDatabases.map { "\(line(of: $0.location)) \($0.name) \($0.count)" }
  }

  func line(of request: ScannedRequest) -> String { line(of: request.location) }

  private func line(of location: Diagnostics.SourceLocation) -> String {
    let line = LineTable(location.source).position(of: location.span.start).line
    return "\(sources.count > 1 ? "\(location.source.path):" : "")\(line)"
  }
}
