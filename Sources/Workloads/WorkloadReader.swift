package import Diagnostics
package import StructuredText

/// What reading a workload file gave.
package struct WorkloadReading: Hashable, Sendable {
  /// Nil when the file cannot be read as a workload. It is there beside findings that only concern what is asked for,
  /// such as a budget for an unknown step (FB7005) or a step that is not simulated (FB8001).
  package var suite: WorkloadSuite?
  package var diagnostics: [Diagnostic]

  package init(suite: WorkloadSuite?, diagnostics: [Diagnostic]) {
    self.suite = suite
    self.diagnostics = diagnostics
  }
}

/// `--set NAME=VALUE`: another value for a parameter of the file. Variants patch on top of it.
package struct ParameterOverride: Hashable, Sendable {
  package var name: String
  package var value: ParameterValue
  /// The argument of the flag; nil: somebody else sets it.
  package var argument: SourceText?

  package init(name: String, value: ParameterValue) {
    self.name = name
    self.value = value
  }

  /// Reads `users=500`; nil without a name or `=`.
  package init?(parsing text: String, flag: String = "--set") {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    self.init(
      name: String(text[..<equals]), value: ParameterValue(plain: String(text[text.index(after: equals)...])))
    argument = SourceText(path: flag, text: text)
  }

  /// `--set:1:1`
  var namePlace: SourceLocation? { argument.map { SourceLocation(source: $0, span: Span(0, name.utf8.count)) } }

  /// `--set:1:7`
  var valuePlace: SourceLocation? {
    argument.map { SourceLocation(source: $0, span: Span(name.utf8.count + 1, $0.bytes.count)) }
  }
}

/// Reads workload files.
package enum WorkloadReader {
  /// - Parameter files: for `{csv: …}`; without it such columns stay empty, which is enough to check the queries.
  /// - Parameter code: what the sources ask, for steps that name a request of them.
  package static func read(
    _ source: SourceText, overrides: [ParameterOverride] = [], code: CodeRequests? = nil, files: WorkloadFiles? = nil
  ) -> WorkloadReading {
    let read = YAMLReader.read(source)
    guard let root = read.node else { return WorkloadReading(suite: nil, diagnostics: read.diagnostics) }
    var reading = self.read(root, source: source, overrides: overrides, code: code, files: files)
    reading.diagnostics = read.diagnostics + reading.diagnostics
    if read.valid == nil { reading.suite = nil }
    return reading
  }

  /// Reads a tree whose spans are ranges of `source`.
  /// - Parameter only: decodes this variant alone, without what is demanded of variants by their names; nil: everything.
  package static func read(
    _ root: Node, source: SourceText, overrides: [ParameterOverride] = [], only: String? = nil,
    code: CodeRequests? = nil, files: WorkloadFiles? = nil
  ) -> WorkloadReading {
    var reader = SuiteReader(source: source, only: only, code: code, files: files)
    let suite = reader.suite(root, overrides: overrides)
    let diagnostics = reader.diagnostics
    // Other errors leave something out of the suite, so that its figures would be wrong.
    let harmless: Set<DiagnosticCode> = [.unknownBudgetStep, .unsupportedFeature]
    let isUnreadable = diagnostics.contains { $0.severity == .error && !harmless.contains($0.code) }
    return WorkloadReading(suite: isUnreadable ? nil : suite, diagnostics: diagnostics)
  }
}

/// Reads one file: its frame once, its world once for every variant.
private struct SuiteReader {
  let source: SourceText
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Diagnostic> = []
  /// Where values of the file were replaced by those of a flag: what is wrong there is wrong in the flag.
  private var replaced: [Span: SourceLocation] = [:]
  /// The same by how the file uses them: `$users`.
  private var used: [[UInt8]: SourceLocation] = [:]

  private let only: String?
  private let code: CodeRequests?
  private let files: WorkloadFiles?

  init(source: SourceText, only: String?, code: CodeRequests?, files: WorkloadFiles?) {
    self.source = source
    self.only = only
    self.code = code
    self.files = files
  }

  mutating func suite(_ original: Node, overrides: [ParameterOverride]) -> WorkloadSuite? {
    let root = overridden(original, overrides)
    var decoder = WorkloadDecoder(root: root, source: source)
    let suite = decoder.mapping(root, expected: "a workload, a mapping with the key `workload`") { decoder, reader in
      self.frame(&reader, &decoder, root)
    }
    take(decoder.decoding.diagnostics)
    return suite
  }

  private mutating func frame(
    _ reader: inout ObjectReader, _ decoder: inout WorkloadDecoder, _ root: Node
  ) -> WorkloadSuite? {
    let name = reader.take("workload")
    let about = reader.take("about").flatMap { decoder.text($0, expected: "a text") }
    for key in WorkloadDecoder.worldKeys { _ = reader.take(key) }
    var texts = reader.take("variants").map { decoder.variants($0) } ?? []
    if texts.isEmpty { texts = [VariantText(name: "baseline", span: reader.span)] }
    if let only { texts.removeAll { $0.name != only } }
    let trees = texts.map { patchedTree($0, root) }
    let variants = zip(texts, trees).map { text, tree in
      var variant = WorkloadVariant(
        name: text.name, span: text.span, workload: world(tree), expectedFindings: text.expectedFindings)
      variant.kind = text.kind ?? .alternative
      return variant
    }
    let declared = trees.map { DeclaredNames($0) }
    let demands = reader.take("assert")
    let assertions = only == nil ? demands.map { decoder.assertions($0, names: names(texts, declared)) } ?? [] : []
    let steps = declared.reduce(into: Set<String>()) { $0.formUnion($1.steps) }
    let budgets = reader.take("budget").map { decoder.budgets($0, steps: steps) } ?? []
    let stated = reader.take("claims")
    // Like assertions, they speak of all variants.
    let claims = only == nil ? stated.map { decoder.claims($0, names: names(texts, declared)) } ?? [] : []
    guard let name else {
      decoder.missing("workload", in: Span(reader.span.start, reader.span.start))
      return nil
    }
    guard let title = decoder.text(name, expected: "the workload's name") else { return nil }
    if title.text.isEmpty { decoder.wrongType(name, expected: "a name by which reports know the workload") }
    return WorkloadSuite(
      name: title.text, about: about?.text, source: source, variants: variants, assertions: assertions,
      budgets: budgets, claims: claims)
  }

  private mutating func patchedTree(_ variant: VariantText, _ root: Node) -> Node {
    var patcher = VariantPatcher(root: root)
    for patch in variant.patches { patcher.apply(patch) }
    take(patcher.problems.map { $0.diagnostic(in: source) })
    return patcher.root
  }

  private mutating func world(_ tree: Node) -> Workload {
    var decoder = WorkloadDecoder(root: tree, source: source)
    decoder.files = files
    decoder.code = code
    let workload = decoder.world(tree)
    take(decoder.decoding.diagnostics)
    return workload
  }

  private func names(_ variants: [VariantText], _ declared: [DeclaredNames]) -> AssertionNames {
    var names = AssertionNames(variants: variants.map(\.name), actors: declared.first?.actors ?? [], results: [])
    names.results = declared.reduce(into: Set<String>()) { $0.formUnion($1.results.union($1.steps)) }.sorted()
    return names
  }

  /// Variants share most of their text, so the same mistake is found in each of them.
  private mutating func take(_ found: [Diagnostic]) {
    for diagnostic in found.map(placed) where seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  private func bytes(of span: Span) -> [UInt8] {
    guard span.start >= 0, span.start <= span.end, span.end <= source.bytes.count else { return [] }
    return Array(source.bytes[span.start..<span.end])
  }

  private func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    guard !replaced.isEmpty, let location = diagnostic.location, location.source.path == source.path,
      let flag = replaced[location.span] ?? used[bytes(of: location.span)]
    else { return diagnostic }
    var placed = diagnostic
    placed.location = flag
    return placed
  }

  // MARK: Overrides

  private mutating func overridden(_ root: Node, _ overrides: [ParameterOverride]) -> Node {
    guard !overrides.isEmpty, case .object(var members) = root.content else { return root }
    let position = members.firstIndex { $0.key == "params" }
    var parameters: [Node.Member] = []
    if let position, case .object(let known) = members[position].value.content { parameters = known }
    for override in overrides {
      guard let index = parameters.firstIndex(where: { $0.key == override.name }) else {
        let known = parameters.map(\.key)
        take([
          Diagnostic(
            .unknownWorkloadName, "there is no parameter \(QuotedText.of(override.name))",
            at: override.namePlace ?? source.start,
            help: helpForUnknownName(override.name, among: known))
        ])
        continue
      }
      parameters[index].value.content = override.value.content
      replaced[parameters[index].value.span] = override.valuePlace
      used[Array("$\(override.name)".utf8)] = override.valuePlace
    }
    guard let position else { return root }
    members[position].value.content = .object(parameters)
    return Node(.object(members), span: root.span)
  }
}

extension ParameterValue {
  package var content: Node.Content {
    switch self {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .number(String(value))
    case .double(let value): .number(String(value))
    case .text(let value): .string(value)
    }
  }
}
