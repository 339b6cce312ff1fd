import Diagnostics
import Emulation
import FirestoreModel
import HTTPTypes
import StructuredText

/// `PUT …:securityRules`: rules that a test library or the Firebase CLI puts in place of those of the files.
///
/// The CLI sends names and `ignore_errors`, and shows the issues itself; rules-unit-testing sends neither, and shows
/// its user the text of an answer that is no success. Rules with errors change nothing.
struct RulesEndpoint: Sendable {
  let emulation: Emulation

  private struct Body {
    var source: SourceText
    var ignoresErrors: Bool
  }

  func answer(_ request: RESTCall, project: Text) -> HTTPAnswer {
    do throws(FirestoreError) {
      let body = try Self.read(request.body)
      let database = request.target.value("database").map { Text($0) }
      let problems = emulation.setRules(body.source, project: project, database: database)
      let errors = problems.filter { $0.severity == .error }
      if !errors.isEmpty, !body.ignoresErrors { throw Self.refusal(errors) }
      guard !problems.isEmpty else { return EndpointAnswer.empty }
      return EndpointAnswer.document(["issues": .array(problems.map(Self.issue))])
    } catch { return .refusal(error) }
  }

  private static func read(_ bytes: [UInt8]) throws(FirestoreError) -> Body {
    let node = try EndpointAnswer.body(bytes)
    guard case .array(let files)? = node["rules"]?["files"]?.content else {
      throw EndpointAnswer.invalid("The body has no `rules.files`.")
    }
    guard files.count == 1, let file = files.first, let content = file.text("content") else {
      throw EndpointAnswer.invalid("`rules.files` has to be one file with a `content`.")
    }
    let given = file.text("name") ?? ""
    let name = given.isEmpty ? "security.rules" : given
    let ignoring = (node["ignore_errors"] ?? node["ignoreErrors"])?.content
    return Body(source: SourceText(path: name, text: content), ignoresErrors: ignoring == .boolean(true))
  }

  private static func refusal(_ errors: [Diagnostic]) -> FirestoreError {
    let lines = errors.map { error in
      let place = error.location.map { "\($0.source.path):\($0.position.line):\($0.position.column) " } ?? ""
      return "\(place)\(error.message)" + (error.help.map { " (\($0))" } ?? "")
    }
    return EndpointAnswer.invalid("The rules were not changed:\n" + lines.joined(separator: "\n"))
  }

  /// As the Firebase Rules API tells of problems.
  private static func issue(_ problem: Diagnostic) -> JSONValue {
    var members: [JSONValue.Member] = []
    if let location = problem.location {
      let position = location.position
      members.append(
        .init(
          "sourcePosition",
          [
            "fileName": .string(location.source.path), "line": .integer(Int64(position.line)),
            "column": .integer(Int64(position.column)), "currentOffset": .integer(Int64(location.span.start)),
            "endOffset": .integer(Int64(location.span.end)),
          ]))
    }
    members.append(.init("description", .string(problem.message)))
    let severity =
      switch problem.severity {
      case .error: "ERROR"
      case .warning: "WARNING"
      // The API knows nothing below a warning but what is deprecated.
      case .info: "WARNING"
      }
    members.append(.init("severity", .string(severity)))
    return .object(members)
  }
}
