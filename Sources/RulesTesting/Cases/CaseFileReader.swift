package import Diagnostics
import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
package import FirestoreRulesEvaluator
import Project
import QueryModel
import StructuredText

extension CaseFile {
  /// Reads `cases.yaml`. Without any error in the findings there is a file.
  package static func read(
    _ source: SourceText, database: DatabaseName
  ) -> (file: CaseFile?, findings: [Diagnostic]) {
    let result = YAMLReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard let root = result.valid else { return (nil, decoding.diagnostics) }
    let reader = CaseFileReader(decoding: decoding, database: database)
    let file = reader.file(root)
    return (decoding.hasErrors ? nil : file, decoding.diagnostics)
  }
}

extension CaseFile {
  /// The documents that a file of plain values names: under `data`, as in a file of cases, or nothing else.
  package static func documents(
    in source: SourceText, database: DatabaseName
  ) -> (documents: [RulesDocument], findings: [Diagnostic]) {
    let result = YAMLReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard let root = result.valid else { return ([], decoding.diagnostics) }
    let reader = CaseFileReader(decoding: decoding, database: database)
    let documents = reader.documents(root)
    return (documents, decoding.diagnostics)
  }
}

private struct CaseFileReader {
  let decoding: NodeDecoding
  let database: DatabaseName

  private var source: SourceText { decoding.source }
  private var values: PlainValueReader {
    PlainValueReader(understandsEncoding: true, decoding: decoding, database: database)
  }

  func file(_ root: Node) -> CaseFile? {
    guard var object = ObjectReader(root, decoding, for: "the case file") else { return nil }
    let rules = rules(&object)
    let documents = object.members("data").map { self.documents($0) } ?? [:]
    let time = object.node("time").map { decoding.time($0, for: "time") ?? .ofRequests } ?? .ofRequests
    let nodes = object.array("cases", .required) ?? []
    object.finish()
    let shared = Defaults(time: time, documents: documents)
    let cases = nodes.compactMap { ruleCase($0, shared) }
    reportRepeatedNames(cases)
    guard let rules else { return nil }
    return CaseFile(source: source, rules: rules, database: database, cases: cases)
  }

  /// Two cases of one name cannot be told apart in a report.
  private func reportRepeatedNames(_ cases: [RuleCase]) {
    var seen: Set<Text> = []
    for item in cases where !seen.insert(Text(item.name)).inserted {
      decoding.report(
        .duplicateKey, "two cases are called \(QuotedText.of(item.name))", at: item.location.span,
        help: "give each case a name of its own")
    }
  }

  // MARK: The rules

  private func rules(_ object: inout ObjectReader) -> RulesMention? {
    let path = object.node("rules")
    let text = object.node("source")
    switch (path, text) {
    case (let path?, nil):
      guard let name = decoding.string(path, for: "rules") else { return nil }
      let place = DisplayPath.join(DisplayPath.folder(of: source.path), name)
      return .file(path: DisplayPath.withoutDetours(place), mention: source.location(path.span))
    case (nil, let text?):
      return decoding.string(text, for: "source").map { .text(SourceText(path: "\(source.path)#source", text: $0)) }
    case (let path?, _?):
      decoding.report(
        .malformedInput, "`rules` and `source` exclude one another", at: path.span, help: "keep one of the two")
      return nil
    case (nil, nil):
      decoding.report(
        .wrongType, "the key `rules` is missing", at: Span(object.node.span.start, object.node.span.start + 1),
        help: "name the rules file, as in `rules: firestore.rules`, or write the rules under `source`")
      return nil
    }
  }

  // MARK: Documents

  private struct Defaults {
    var time: Timestamp
    var documents: [DocumentPath: RulesDocument]
  }

  func documents(_ root: Node) -> [RulesDocument] {
    guard let members = decoding.members(root, for: "the file") else { return [] }
    let data = members.first { $0.key == "data" }.map { decoding.members($0.value, for: "data") ?? [] }
    return Array(documents(data ?? members).values)
  }

  private func documents(_ members: [Node.Member]) -> [DocumentPath: RulesDocument] {
    var documents: [DocumentPath: RulesDocument] = [:]
    for member in members {
      guard let path = decoding.documentPath(member.key, at: member.keySpan),
        let content = decoding.members(member.value, for: member.key), let fields = values.map(content)
      else { continue }
      if documents[path] != nil {
        decoding.report(
          .duplicateKey, "the document \(QuotedText.of(path.description, limit: 200)) stands here twice",
          at: member.keySpan)
      }
      guard
        decoding.isValid(
          member.keySpan,
          { () throws(FirestoreError) in
            try fields.validateForWrite(name: DocumentName(database: database, path: path))
          })
      else { continue }
      documents[path] = RulesDocument(path: path, fields: fields)
    }
    return documents
  }

  // MARK: One case

  private func ruleCase(_ node: Node, _ shared: Defaults) -> RuleCase? {
    guard var object = ObjectReader(node, decoding, for: "a case") else { return nil }
    let name = object.string("name")
    let actor = object.node("as").map { self.actor($0) } ?? Caller.user(nil)
    let time = object.node("time").map { decoding.time($0, for: "time") } ?? shared.time
    let own = object.members("data").map { self.documents($0) }
    let operation = CaseOperationReader(decoding: decoding, database: database).operation(&object)
    let expectation = expectation(&object)
    object.finish()
    guard let actor, let time, let operation, let expectation else { return nil }
    let all = own.map { shared.documents.merging($0) { _, new in new } } ?? shared.documents
    let title = name ?? "\(operation.text(database: database)) as \(actor.name)"
    return RuleCase(
      name: title, location: source.location(Span(node.span.start, min(node.span.end, node.span.start + 1))),
      actor: actor, time: time,
      documents: all.values.sorted { $0.path.segments.lexicographicallyPrecedes($1.path.segments) },
      hasOwnDocuments: own != nil, operation: operation, expectation: expectation)
  }

  /// `null`, a uid, `{uid, token}`, or `admin`.
  private func actor(_ node: Node) -> Caller? {
    switch node.content {
    case .null: return .user(nil)
    case .string("admin"): return .admin
    case .string: return decoding.uidText(node).map { .user(AuthContext(signedIn: $0)) }
    case .object: return decoding.signedInActor(node, for: "as", values: values)
    case .boolean, .number, .array:
      decoding.reportWrongType(
        expected: "a uid, `{uid, token}`, `admin` or `null`", for: "as", found: node, help: "a uid is a string")
      return nil
    }
  }

  // MARK: What is expected

  private func expectation(_ object: inout ObjectReader) -> RuleCase.Expectation? {
    let expect = object.member("expect", .required)?.value
    let because = object.node("because")
    let reads = object.node("reads")
    let isAllowed = expect.flatMap { decoding.choice($0, of: [("allow", true), ("deny", false)], for: "expect") }
    let reason = because.map { self.because($0) }
    let count = reads.map { decoding.integer($0, for: "reads", in: 0...1_000_000) }
    guard let expect, let isAllowed else { return nil }
    if let reason, reason == nil { return nil }
    if let count, count == nil { return nil }
    return RuleCase.Expectation(
      isAllowed: isAllowed, because: reason ?? nil, reads: (count ?? nil).map { Int($0) },
      places: RuleCase.Places(expect: expect.span, because: because?.span, reads: reads?.span))
  }

  /// `file:line`, `/regular expression/`, or a part of the reason.
  private func because(_ node: Node) -> RuleCase.Because? {
    guard let text = decoding.string(node, for: "because") else { return nil }
    if text.isEmpty {
      decoding.report(.wrongType, "an empty reason is part of every reason", at: node.span, help: "leave `because` out")
      return nil
    }
    if text.count >= 2, text.hasPrefix("/"), text.hasSuffix("/") {
      let expression = text.dropFirst().dropLast()
      // The expression alone has to be valid: the group round it must not balance its parentheses.
      if Pattern(Text(String(expression))) != nil, let pattern = Pattern(Text("(?s:.*)(?:\(expression))(?s:.*)")) {
        return .pattern(pattern)
      }
      decoding.report(
        .malformedInput, "\(QuotedText.of(text, limit: 200)) is not a regular expression of RE2", at: node.span)
      return nil
    }
    if let colon = text.lastIndex(of: ":"), colon != text.startIndex, !text[..<colon].contains(" "),
      let line = Int(text[text.index(after: colon)...]), line > 0
    {
      return .statement(file: String(text[..<colon]), line: line)
    }
    return .text(text)
  }
}

extension DisplayPath {
  /// `a/b/../c` → `a/c`, so that one file has one name. Leading `..` stay.
  static func withoutDetours(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
