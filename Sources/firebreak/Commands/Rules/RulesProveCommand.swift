import ArgumentParser
import Diagnostics
import FirestoreModel
import FirestoreRulesEvaluator
import FirestoreRulesLanguage
import Project
import ProjectCheck
import QueryModel
import StructuredText
import Terminal

struct RulesProveCommand: ReportingCommand {
  static let title = "rules prove"
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Prove that the rules allow the list queries of the project's workloads.",
    discussion: """
      A list query is allowed only if every document that it could return would be. For each query of a workload whose \
      actor is known the answer is a proof, a counterexample with the filter that is missing, or that neither was found; \
      a running request is refused then. FILE replaces the rules that the project and its workloads name.

      Exits 1 when a query is refuted; with --strict also when one is unknown.
      """)

  @Argument(help: ArgumentHelp("A rules file.", valueName: "file"), completion: .file(extensions: ["rules"]))
  var files: [String] = []

  @Flag(help: "Take a query that is neither proven nor refuted for a failure.")
  var strict = false

  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingFormats>

  func perform(_ console: Console) async throws -> Outcome {
    guard files.count <= 1 else {
      throw UsageError(
        "queries are proven by one rules file, not by \(files.count)", help: "call it once for each file")
    }
    let settings = try CommandSettings(global, console.environment)
    let loaded = try ProjectLoader(global, console).load([], runsNothing: true)
    let unreadable = loaded.projects.flatMap(\.inputFailures)
    guard unreadable.isEmpty else { return try console.stop(unreadable) }
    var only: CompiledRules?
    if let file = files.first {
      let source: SourceText
      do throws(InputFileError) { source = try InputFile.read(file) } catch {
        return try console.stop([RulesSource.finding(for: error)])
      }
      let compilation = RulesSource(source).compilation
      guard let rules = compilation.rules else { return try console.stop(compilation.problems) }
      only = rules
    } else {
      let refused = loaded.projects.flatMap { $0.queries.rules.refusals }
      guard refused.isEmpty else { return try console.stop(refused) }
    }
    let proofs = loaded.projects.flatMap { project in
      project.queries.proofs(by: only, mode: settings.serviceMode(project.project.settings))
    }
    guard !proofs.isEmpty else {
      throw UsageError(
        "there is no query to prove: no workload with an actor that says who it is, or no rules",
        help: "give the actors of a workload `auth: {uid: …}`, and name the rules in firebase.json or as an argument")
    }
    return try write(proofs, unsupported: properties(loaded), console)
  }

  /// Properties of `firebreak.json`, which nothing proves yet.
  private func properties(_ loaded: LoadedProjects) -> [Diagnostic] {
    loaded.projects.compactMap(\.project.settings.properties).map {
      Diagnostic(.unsupportedFeature, "properties are not proven yet", at: $0, severity: .error)
    }
  }

  private func write(_ proofs: [QueryProof], unsupported: [Diagnostic], _ console: Console) throws -> Outcome {
    let isStrict = console.environment.isSet(strict, flag: "strict")
    let failing = proofs.filter { proof in
      !proof.isExpected && (proof.verdict == .denied || (isStrict && proof.verdict == .unknown))
    }
    let outcome: Outcome = failing.isEmpty && unsupported.isEmpty ? .clean : .findings
    let findings = FindingList(proofs.filter { !$0.isExpected }.compactMap(\.finding) + unsupported)
    let report = FindingReport(
      findings, outcome: outcome, failLevel: .error,
      members: [.init("queries", .array(proofs.map(\.json))), .init("properties", .array([]))])
    try console.write(report) { format, _ in
      switch format {
      case .full: ProofText(proofs, isASCII: console.isASCII).text
      case .markdown: "```\n\(ProofText(proofs, isASCII: false).text)```\n"
      case .summary, .concise, .json, .jsonl, .sarif, .github, .gitlab, .junit, .html, .lcov: nil
      }
    }
    console.report(FindingList(unsupported))
    return outcome
  }
}

extension QueryProof {
  fileprivate var json: JSONValue {
    let document = counterexample.map { document in
      JSONValue.object([
        .init("name", .string(document.path.description)), .init("fields", document.fields.jsonFields),
      ])
    }
    return .object([
      .init("query", .string(query)), .init("actor", .string(actor)), .init("verdict", .string(verdict.rawValue)),
      .init("reason", .string(reason)), .init("counterexample", document ?? .null),
      .init("missingFilter", missingFilter.map(JSONValue.string) ?? .null),
    ])
  }
}

/// The proofs for people.
private struct ProofText {
  private let proofs: [QueryProof]
  private let isASCII: Bool

  init(_ proofs: [QueryProof], isASCII: Bool) {
    self.proofs = proofs
    self.isASCII = isASCII
  }

  var text: String {
    let width = min(proofs.map { DisplayWidth.of($0.query) }.max() ?? 0, 48)
    let rows = proofs.flatMap { proof -> [String] in
      let padding = String(repeating: " ", count: max(2, width + 2 - DisplayWidth.of(proof.query)))
      let place = proof.place.map { "\($0.description)  " } ?? ""
      var lines = ["  \(mark(proof.verdict)) \(proof.query)\(padding)\(word(proof))  \(place)\(proof.reason)"]
      if let document = proof.counterexample {
        lines.append(
          "      counterexample: \(document.path) \(RuleValue.map(.stored(document.fields)).text) read by \(proof.actor)"
        )
      }
      if let filter = proof.missingFilter, !proof.reason.contains(filter) { lines.append("      add \(filter)") }
      return lines
    }
    return (["queries"] + rows + [summary]).joined(separator: "\n") + "\n"
  }

  private func word(_ proof: QueryProof) -> String {
    let word =
      switch proof.verdict {
      case .allowed: "provable"
      case .denied: "refuted"
      case .unknown: "unknown"
      }
    return proof.isExpected && proof.verdict != .allowed ? "\(word) as expected" : word
  }

  private func mark(_ verdict: QueryProof.Verdict) -> String {
    switch verdict {
    case .allowed: isASCII ? "ok" : "✓"
    case .denied: isASCII ? "no" : "✗"
    case .unknown: "?"
    }
  }

  private var summary: String {
    let counts = [
      (proofs.count { $0.verdict == .allowed }, "provable"), (proofs.count { $0.verdict == .denied }, "refuted"),
      (proofs.count { $0.verdict == .unknown }, "unknown"),
    ]
    return counts.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}
