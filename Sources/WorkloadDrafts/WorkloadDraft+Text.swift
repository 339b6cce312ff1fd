import Diagnostics
import FirestoreModel
import QueryModel

extension WorkloadDraft {
  /// The file.
  package var text: String {
    let given = parameters.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    return
      ([
        "# yaml-language-server: $schema=./workload.schema.json",
        "workload: \(YAMLScalar.text(name))",
        "about: >",
      ] + about.map { "  \($0)" } + leftOutLines + ["params: {\(given)}"] + rulesLines + dataLines + actorLines)
      .joined(separator: "\n") + "\n"
  }

  private var leftOutLines: [String] {
    let parts = DraftStep.Reason.allCases.compactMap { reason in leftOut[reason].map { "\($0) \(reason.rawValue)" } }
    return parts.isEmpty ? [] : ["# Not among the steps: " + parts.joined(separator: ", ") + "."]
  }

  private var rulesLines: [String] {
    guard denied > 0, let rules else { return ["database: {rules: \(YAMLScalar.text(rules ?? "none"))}"] }
    return [
      "# The rules are not evaluated: they deny \(denied) of the \(stepCount) steps to the made-up user. Give `auth` and `data`",
      "# what they ask for, and write `database: {rules: \(rules)}`.",
      "database: {rules: none}",
    ]
  }

  private var dataLines: [String] {
    guard !documents.entries.isEmpty else { return [] }
    return ["data:"] + documents.whole.flatMap(\.lines)
  }

  private var actorLines: [String] {
    // A workload without any is none.
    let shown = actors.contains { !$0.steps.isEmpty } ? actors.filter { !$0.steps.isEmpty } : Array(actors.prefix(1))
    return ["actors:"] + shown.flatMap { $0.lines(documents) }
  }
}

extension MadeUpDocuments.Entry {
  fileprivate var lines: [String] {
    let name = path.map(\.string).joined(separator: "/") + (isCollection ? "/{auto}" : "")
    let kinds = counts
    return zip([fields] + others.map(\.fields), kinds).flatMap { fields, count in
      var lines = ["  - path: \(YAMLScalar.text(name))"]
      if isCollection { lines.append("    count: \(count.map { "\($0)" } ?? "$documents")") }
      if !fields.fields.isEmpty { lines.append("    fields: \(fields.flow)") }
      return lines
    }
  }

  /// Documents of each kind, the usual one first: as many of a hundred as there were, and of every kind one.
  private var counts: [Int?] {
    guard let count, seen > 0 else { return [count] + others.map { $0.count } }
    let rest = others.map { max(1, count * $0.count / seen) }
    return [max(1, count - rest.reduce(0, +))] + rest
  }
}

extension DraftActor {
  fileprivate func lines(_ documents: MadeUpDocuments) -> [String] {
    let sessions = "    sessions: {perDay: $sessions, at: {first: \"08:00\", gap: 2h}, length: \(sessionLength)}"
    var lines = ["  \(kind.rawValue):"]
    if let count { lines.append("    count: $\(count)") }
    switch kind {
    case .user:
      lines += [
        "    world: own                    # a database for each; take this line out where users read what others write, as in a chat",
        "    auth: {uid: \(StandIn.user)}", "    client: {\(client)}", sessions,
      ]
    case .visitor: lines += ["    world: own", "    auth: none", "    client: {\(client)}", sessions]
    case .server: lines += ["    world: own", "    client: {\(client)}         # passes the rules", sessions]
    }
    guard !steps.isEmpty else { return lines + ["    steps: []"] }
    return lines + ["    steps:"]
      + steps.flatMap { ["      # \($0.comment)", "      - \($0.line(writing: documents))"] }
  }
}

extension DraftStep {
  /// Where it comes from, and the query that a name stands for.
  fileprivate var comment: String { code == nil ? origin : "\(origin): \(target)" }

  /// `{name: feed.open, listen: 'feed orderBy at desc'}`
  ///
  /// - Parameter documents: what is written looks like them; nil: like nothing.
  func line(writing documents: MadeUpDocuments?) -> String {
    var parts = ["name: \(YAMLScalar.text(name))", "\(action.rawValue): \(code ?? YAMLScalar.text(target))"]
    if action == .create || action == .set {
      if action == .set { parts.append("merge: true") }
      parts.append("fields: \(documents?.fields(of: target)?.flow ?? "{}")")
    }
    if frequency < 0.95 {
      parts.append("chance: \((frequency * 100).rounded() / 100)")
    } else if frequency >= 1.5 {
      parts.append("repeat: \(Int(frequency.rounded()))")
    }
    return "{\(parts.joined(separator: ", "))}"
  }
}

extension FieldTree {
  /// `{owner: me, status: {choice: {open: 1, done: 1}}}`
  fileprivate var flow: String {
    let parts = fields.map { field in
      let value = field.inner.fields.isEmpty ? field.content.flow(of: field.name) : "{map: \(field.inner.flow)}"
      return "\(YAMLScalar.text(field.name.string)): \(value)"
    }
    return "{\(parts.joined(separator: ", "))}"
  }
}

extension FieldTree.Content {
  /// How a field that is asked for is generated.
  fileprivate func flow(of name: Text) -> String {
    if !members.isEmpty { return "[\(members.uniqued().compactMap(YAMLScalar.value).joined(separator: ", "))]" }
    if weights.count == 1 { return weights[0].value }
    if weights.count > 1 {
      return "{choice: {\(weights.map { "\($0.value): \($0.count)" }.joined(separator: ", "))}}"
    }
    let texts = values.uniqued().compactMap(YAMLScalar.value)
    if texts.count == 1 { return texts[0] }
    let weights = values.uniqued().compactMap(YAMLScalar.choice).map { "\($0): 1" }
    if weights.count > 1 { return "{choice: {\(weights.joined(separator: ", "))}}" }
    if let only = texts.first { return only }
    if let made { return made }
    return switch bounds.first.flatMap(StandIn.Kind.init(bound:)) ?? StandIn.Kind(FieldPath(name: name)) {
    case .user: StandIn.user.string
    case .moment: "{spread: [-30d, -1m]}"
    case .flag: "true"
    case .number: "{uniform: [1, 100]}"
    case .text: "{string: 12}"
    }
  }
}
