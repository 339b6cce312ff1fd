/// Test results in the XML that JUnit's Ant task introduced and that every CI system reads. What is not measured, such as
/// the time of a finding, is 0, so that the same results give the same bytes.
package struct JUnitReport: Hashable, Sendable {
  /// The command: `firebreak check`.
  package var name: String
  package var suites: [Suite]

  package struct Suite: Hashable, Sendable {
    package var name: String
    package var cases: [Case]

    package init(_ name: String, _ cases: [Case]) {
      self.name = name
      self.cases = cases
    }
  }

  package struct Case: Hashable, Sendable {
    package enum Result: Hashable, Sendable {
      /// With words for people, where there are any.
      case passed(String?)
      case failed(type: String, message: String, text: String)
      /// Not what the case is about went wrong, so it says nothing.
      case error(type: String, message: String, text: String)
    }

    package var name: String
    /// What the case belongs to, such as a file: the second half of its identity.
    package var group: String
    package var file: String?
    package var result: Result

    package init(_ name: String, group: String, file: String? = nil, result: Result) {
      self.name = name
      self.group = group
      self.file = file
      self.result = result
    }
  }

  package init(name: String, suites: [Suite]) {
    self.name = name
    self.suites = suites
  }

  package var text: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites \(attributes(name, suites.flatMap(\.cases)))>")
    for suite in suites {
      lines.append("  <testsuite \(attributes(suite.name, suite.cases))>")
      lines += suite.cases.flatMap(lines(of:))
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private func attributes(_ name: String, _ cases: [Case]) -> String {
    let failures = cases.count { if case .failed = $0.result { true } else { false } }
    let errors = cases.count { if case .error = $0.result { true } else { false } }
    return "name=\"\(escaped(name))\" tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"0\" time=\"0\""
  }

  private func lines(of testCase: Case) -> [String] {
    let file = testCase.file.map { " file=\"\(escaped($0))\"" } ?? ""
    let head =
      "    <testcase name=\"\(escaped(testCase.name))\" classname=\"\(escaped(testCase.group))\"\(file) "
      + "time=\"0\""
    switch testCase.result {
    case .passed(nil): return ["\(head)/>"]
    case .passed(let text?):
      return ["\(head)>", "      <system-out>\(content(text))</system-out>", "    </testcase>"]
    case .failed(let type, let message, let text): return problem("failure", head, type, message, text)
    case .error(let type, let message, let text): return problem("error", head, type, message, text)
    }
  }

  private func problem(_ element: String, _ head: String, _ type: String, _ message: String, _ text: String) -> [String]
  {
    let attributes = "message=\"\(escaped(message))\" type=\"\(escaped(type))\""
    return ["\(head)>", "      <\(element) \(attributes)>\(content(text))</\(element)>", "    </testcase>"]
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text, .xml) }

  /// Line breaks of text are line breaks of the file.
  private func content(_ text: String) -> String { escaped(text).replacing("&#10;", with: "\n") }
}

// MARK: - Of findings

extension JUnitReport {
  /// One suite per file, one case per finding; what fails the command fails as a test, everything else passes and says
  /// what was found. A command that found nothing has one case that passes: a report without cases counts as broken.
  ///
  /// - Parameter failLevel: nil (`--exit-zero`) keeps the exit code of a command from failing, not the tests of its
  ///   report: it is there so that a report can still be uploaded.
  package init(
    command: String, _ findings: FindingList, failLevel: Severity?, paths: RepositoryPaths = RepositoryPaths()
  ) {
    let name = "firebreak \(command)"
    var positions = SourcePositions()
    var suites: [Suite] = []
    for diagnostic in findings.diagnostics {
      let path = diagnostic.location.map { QuotedText.singleLine(paths.path(of: $0.source)) }
      let suite = path ?? name
      let added = Case(diagnostic, group: suite, file: path, failLevel: failLevel ?? .error, &positions)
      if suites.last?.name != suite { suites.append(Suite(suite, [])) }
      suites[suites.count - 1].cases.append(added)
    }
    if suites.isEmpty { suites = [Suite(name, [Case("no findings", group: name, result: .passed(nil))])] }
    self.init(name: name, suites: suites)
  }
}

extension JUnitReport.Suite {
  /// The findings of one thing, in whatever files they are.
  package static func findings(_ diagnostics: [Diagnostic], named name: String, failLevel: Severity?) -> Self {
    var positions = SourcePositions()
    let cases = FindingList(diagnostics).diagnostics.map { diagnostic in
      JUnitReport.Case(
        diagnostic, group: name, file: diagnostic.location.map { QuotedText.singleLine($0.source.path) },
        failLevel: failLevel ?? .error, &positions)
    }
    return Self(name, cases)
  }
}

extension JUnitReport.Case {
  fileprivate init(
    _ diagnostic: Diagnostic, group: String, file: String?, failLevel: Severity, _ positions: inout SourcePositions
  ) {
    let label = diagnostic.code.label
    let place = diagnostic.location.map { location in
      let start = positions.range(location).start
      return "\(start.line):\(start.column)"
    }
    let head = (place.map { "\(file ?? ""):\($0): " } ?? "") + "\(diagnostic.severity.rawValue): \(diagnostic.message)"
    let text = ([head] + diagnostic.notes + (diagnostic.help.map { ["help: \($0)"] } ?? []))
      .map(QuotedText.singleLine).joined(separator: "\n")
    let message = QuotedText.singleLine(diagnostic.message)
    let result: Result
    if diagnostic.code.meansUnreadableInput, diagnostic.severity == .error {
      result = .error(type: label, message: message, text: text)
    } else if diagnostic.severity >= failLevel {
      result = .failed(type: label, message: message, text: text)
    } else {
      result = .passed(text)
    }
    self.init(place.map { "\(label) at \($0)" } ?? label, group: group, file: file, result: result)
  }
}

extension DiagnosticCode {
  /// `FB4003 open-write`
  package var label: String { "\(id) \(name)" }
}
