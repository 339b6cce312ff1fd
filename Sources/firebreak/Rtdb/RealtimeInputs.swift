import Diagnostics
import Project
import ProjectCheck
import RealtimeDatabase
import RealtimeRules
import StructuredText

/// Reads what `rtdb eval` and `rtdb query` work on: rules, request, data.
struct RealtimeInputs {
  enum Loading {
    case loaded(RealtimeRuleset, RealtimeRequestFile, data: RealtimeNode, notes: [Diagnostic])
    /// What is answered before the rules are asked.
    case refused(String)
    case unreadable([Diagnostic])
  }

  /// What is asked: a file, or the words of the command line.
  enum Request {
    case file(String)
    case words(String)
  }

  var rules: String
  var request: Request
  var data: String?

  func load() -> Loading {
    var problems: [Diagnostic] = []
    let ruleset = Self.readRules(rules, &problems)
    let dataNode = data.flatMap { Self.readData($0, &problems) }
    let reading = readRequest(&problems).map { node in
      RealtimeRequestFile.read(node.root, in: node.source, now: RealtimeRequestFile.standardTime)
    }
    if case .unreadable(let found)? = reading { problems += found }
    guard problems.isEmpty, let ruleset, let reading else { return .unreadable(problems) }
    switch reading {
    case .unreadable(let found): return .unreadable(found)
    case .refused(let message): return .refused(message)
    case .request(let request, let notes): return .loaded(ruleset, request, data: dataNode ?? .absent, notes: notes)
    }
  }

  private func readRequest(_ problems: inout [Diagnostic]) -> (root: Node, source: SourceText)? {
    switch request {
    case .file(let path): return InputFile.readJSON(path, limit: .written, &problems)
    case .words(let text):
      let source = SourceText(path: "request", text: text)
      let result = JSONReader.read(source)
      guard let root = result.valid else {
        problems += result.diagnostics
        return nil
      }
      return (root, source)
    }
  }

  /// Rules that can be uploaded; nil, with the findings, for others.
  static func readRules(_ rules: String, _ problems: inout [Diagnostic]) -> RealtimeRuleset? {
    do throws(InputFileError) {
      let source = try rules == "-" ? InputFile.readStandardInput() : InputFile.read(rules)
      let reading = RealtimeRulesReading.read(source)
      problems += reading.diagnostics
      return reading.ruleset
    } catch {
      problems.append(RulesSource.finding(for: error))
      return nil
    }
  }

  /// The database as it is exported; nil, with the findings, when it cannot be read.
  static func readData(_ path: String, _ problems: inout [Diagnostic]) -> RealtimeNode? {
    guard let (root, source) = InputFile.readJSON(path, limit: .data, &problems) else { return nil }
    do throws(RealtimeWriteError) { return try RealtimeNode(node: root) } catch {
      problems.append(
        Diagnostic(
          .malformedInput, "this is no data of a Realtime Database: \(QuotedText.singleLine(error.dataText))",
          at: source.location(place(of: error, in: root)),
          help: "write the JSON that the database exports"))
      return nil
    }
  }

  /// The value or the key that cannot be.
  private static func place(of error: RealtimeWriteError, in root: Node) -> Span {
    func member(_ key: String, of node: Node) -> Node.Member? {
      guard case .object(let members) = node.content else { return nil }
      return members.first { $0.key.utf8.elementsEqual(key.utf8) }
    }
    var node = root
    for key in error.property {
      if case .array(let elements) = node.content, let index = Int(key), elements.indices.contains(index) {
        node = elements[index]
      } else if let member = member(key, of: node) {
        node = member.value
      }
    }
    switch error.reason {
    case .invalidKey(let key), .longKey(let key, _): return member(key, of: node)?.keySpan ?? node.span
    default: return node.span
    }
  }
}
