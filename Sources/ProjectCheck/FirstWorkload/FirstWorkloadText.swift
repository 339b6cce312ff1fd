import Diagnostics
import FirestoreModel
import QueryModel
import StructuredText

extension FirstWorkload {
  /// The file.
  package var text: String {
    ([
      "# yaml-language-server: $schema=./workload.schema.json",
      "workload: \(YAMLScalar.text(name))",
      "about: >",
      "  What the code reads, over documents that are made up for it. Values stand where the code has variables. Fill in how",
      "  many users there are, how often they open the app and how many documents a collection has; then add what they write.",
    ] + leftOutLines + [
      "params: {users: 1000, sessions: 5, documents: 100}"
    ] + rulesLines + dataLines + actorLines).joined(separator: "\n") + "\n"
  }

  private var leftOutLines: [String] {
    let parts = FirstStep.Reason.allCases.compactMap { reason in leftOut[reason].map { "\($0) \(reason.rawValue)" } }
    return parts.isEmpty ? [] : ["# Not among the steps: " + parts.joined(separator: ", ") + "."]
  }

  private var rulesLines: [String] {
    guard denied > 0, let rules else { return ["database: {rules: \(YAMLScalar.text(rules ?? "none"))}"] }
    return [
      "# The rules are not evaluated: they deny \(denied) of the \(steps.count) steps to the made-up user. Give `auth` and `data`",
      "# what they ask for, and write `database: {rules: \(rules)}`.",
      "database: {rules: none}",
    ]
  }

  // MARK: Documents

  private var dataLines: [String] {
    guard !documents.entries.isEmpty else { return [] }
    return ["data:"] + documents.entries.flatMap(lines)
  }

  private func lines(_ entry: (path: [Text], fields: FieldTree)) -> [String] {
    let isCollection = !entry.path.count.isMultiple(of: 2)
    let path = entry.path.map(\.string).joined(separator: "/") + (isCollection ? "/{auto}" : "")
    var lines = ["  - path: \(YAMLScalar.text(path))"]
    if isCollection { lines.append("    count: $documents") }
    if !entry.fields.fields.isEmpty { lines.append("    fields: \(entry.fields.flow)") }
    return lines
  }

  // MARK: Actors

  private var actorLines: [String] {
    let users = steps.filter { !$0.isOfServer }
    let server = steps.filter(\.isOfServer)
    var lines = ["actors:"]
    if !users.isEmpty || server.isEmpty {
      lines += [
        "  user:", "    count: $users",
        "    world: own                    # a database for each of them: nobody reads what others write",
        "    auth: {uid: \(StandIn.user)}",
        "    client: {sdk: web}",
        "    sessions: {perDay: $sessions, at: {first: \"08:00\", gap: 2h}, length: 5m}",
      ]
      lines += Self.lines(users)
    }
    if !server.isEmpty {
      lines += [
        "  server:", "    world: own", "    client: {sdk: server}         # passes the rules",
        "    sessions: {perDay: $sessions, at: {first: \"08:00\", gap: 2h}, length: 1m}",
      ]
      lines += Self.lines(server)
    }
    return lines
  }

  private static func lines(_ steps: [FirstStep]) -> [String] {
    guard !steps.isEmpty else { return ["    steps: []"] }
    return ["    steps:"]
      + steps.flatMap { step in
        ["      # \(step.site)\(step.isFirstPage ? ", its first page" : "")", "      - \(step.line)"]
      }
  }
}

extension FirstStep {
  /// `{name: feed.open, listen: 'feed orderBy at desc'}`
  var line: String { "{name: \(YAMLScalar.text(name)), \(key): \(YAMLScalar.text(target))}" }
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
    let texts = values.uniqued().compactMap(YAMLScalar.value)
    if texts.count == 1 { return texts[0] }
    let weights = values.uniqued().compactMap(YAMLScalar.choice).map { "\($0): 1" }
    if weights.count > 1 { return "{choice: {\(weights.joined(separator: ", "))}}" }
    if let only = texts.first { return only }
    return switch bounds.first.flatMap(StandIn.Kind.init(bound:)) ?? StandIn.Kind(FieldPath(name: name)) {
    case .user: StandIn.user.string
    case .moment: "{spread: [-30d, -1m]}"
    case .flag: "true"
    case .number: "{uniform: [1, 100]}"
    case .text: "{string: 12}"
    }
  }
}

/// Scalars of YAML on one line.
enum YAMLScalar {
  /// Bare where it is read as the same text, within brackets as well.
  static func text(_ text: String) -> String {
    let isPlain =
      (text.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "z")).contains($0) } ?? false || text.hasPrefix("../"))
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "._-/".utf8.contains(byte)
      } && !["true", "false", "null", "now", "serverTime"].contains(text.lowercased())
    return isPlain ? text : "'" + text.replacing("'", with: "''") + "'"
  }

  /// Nil for values that no document of a first workload has.
  static func value(_ value: Value) -> String? {
    switch value {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .double(let number): number.isFinite ? "\(number)" : nil
    case .string(let text): text.string.contains { "{}$!".contains($0) } ? nil : self.text(text.string)
    case .timestamp: "{spread: [-30d, -1m]}"
    case .bytes, .reference, .geoPoint, .array, .vector, .map: nil
    }
  }

  /// The same as one of several.
  static func choice(_ value: Value) -> String? {
    switch value {
    case .boolean, .integer, .double, .string: self.value(value)
    case .null, .timestamp, .bytes, .reference, .geoPoint, .array, .vector, .map: nil
    }
  }
}
