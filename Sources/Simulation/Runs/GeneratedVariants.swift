package import Diagnostics
import FirestoreModel
package import Project
package import StructuredText
package import Workloads

/// A variant that nobody has written: changes to a variant of the file.
package struct GeneratedVariant: Hashable, Sendable {
  package struct Change: Hashable, Sendable {
    /// As in `set:` of a variant: `actors.member.steps[0].listen`.
    package var path: String
    package var value: Node

    package init(_ path: String, _ value: Node) {
      self.path = path
      self.value = value
    }
  }

  package var name: String
  package var changes: [Change]

  package init(name: String, changes: [Change]) {
    self.name = name
    self.changes = changes
  }
}

/// Where a step stands in the tree of a workload.
package struct StepPlace: Hashable, Sendable {
  /// The patch path of the step itself, and of the list that it is an item of.
  package var path: String
  package var list: String
  package var index: Int
  package var step: Step
  package var node: Node
  /// Every item of the list, this one among them.
  package var items: [Node]
  /// Nil: in a procedure or in the timeline, which any actor may do.
  package var actor: String?
}

/// One variant of a workload file, to be set beside variants that are made out of it.
package struct VariantTemplate: Sendable {
  package let suiteName: String
  package let source: SourceText
  package let variant: String
  package let workload: Workload
  /// The results that assertions of the file ask about.
  package let assertedResults: Set<String>
  package let findings: [Diagnostic]
  /// Every step of the variant, in the order of the file.
  package let places: [StepPlace]
  /// The tree with the variant's changes made.
  package let tree: Node
  private let path: String
  private let project: Project
  private let request: RunRequest

  /// - Parameter variant: nil: the baseline.
  package init(_ path: String, variant: String?, in project: Project, request: RunRequest) throws(CountedRun.Failure) {
    let file: WorkloadFile
    do throws(InputFileError) { file = try WorkloadFile.read(path, code: request.code) } catch {
      throw .unreadable([error.diagnostic])
    }
    try self.init(file, variant: variant, in: project, request: request)
  }

  init(_ file: WorkloadFile, variant: String?, in project: Project, request: RunRequest) throws(CountedRun.Failure) {
    let reading = file.decode(request.parameters)
    guard let suite = reading.suite, let root = file.root else { throw .unreadable(reading.diagnostics) }
    guard let chosen = suite.variants.first(where: { variant == nil || $0.name == variant }) else {
      let names = suite.variants.map(\.name)
      throw .unreadable([
        Diagnostic(
          .unknownWorkloadName,
          "the workload `\(suite.name)` has no variant \(QuotedText.of(variant ?? "", limit: 100))",
          at: suite.source.start,
          help: NearestName.of(variant ?? "", among: names).map { "did you mean `\($0)`?" }
            ?? "variants: \(names.joined(separator: ", "))")
      ])
    }
    (suiteName, source, findings, assertedResults) = (suite.name, suite.source, reading.diagnostics, suite.askedResults)
    (self.variant, workload) = (chosen.name, chosen.workload)
    (path, self.project, self.request) = (file.path, project, request)
    tree = Self.patched(root, chosen.name, request.parameters, suite.source)
    places = StepPlaces(tree, workload).all
  }

  /// The file's tree with the parameters of the command line and the changes of the variant.
  private static func patched(
    _ root: Node, _ variant: String, _ parameters: [ParameterOverride], _ source: SourceText
  ) -> Node {
    var patcher = VariantPatcher(root: root)
    for parameter in parameters {
      patcher.apply(
        NodePatch(
          operation: .set, path: "params.\(parameter.name)", pathSpan: Span(0, 0),
          value: Node(parameter.value.content, span: Span(0, 0))))
    }
    guard case .object(let members) = root.content, let written = members.first(where: { $0.key == "variants" }) else {
      return patcher.root
    }
    var decoder = WorkloadDecoder(root: root, source: source)
    for patch in decoder.variants(written.value).first(where: { $0.name == variant })?.patches ?? [] {
      patcher.apply(patch)
    }
    return patcher.root
  }

  /// What is needed to run the variant beside others that are made out of it. Demands of the file are left out: they
  /// are about its own variants.
  package func prepare(_ generated: [GeneratedVariant]) -> RunPreparation {
    guard case .object(let members) = tree.content else {
      return RunPreparation(path: path, input: nil, findings: findings)
    }
    var variants = [Node.Member(key: variant, keySpan: tree.span, value: Node(.null, span: tree.span))]
    for one in generated {
      let changes = one.changes.map { Node.Member(key: $0.path, keySpan: $0.value.span, value: $0.value) }
      let set = Node.Member(key: "set", keySpan: tree.span, value: Node(.object(changes), span: tree.span))
      variants.append(Node.Member(key: one.name, keySpan: tree.span, value: Node(.object([set]), span: tree.span)))
    }
    let kept = members.filter { !["variants", "assert", "budget", "claims"].contains($0.key) }
    let list = Node.Member(key: "variants", keySpan: tree.span, value: Node(.object(variants), span: tree.span))
    let root = Node(.object(kept + [list]), span: tree.span)
    let folder = DisplayPath.folder(of: path)
    let reading = WorkloadReader.read(root, source: source, code: request.code) { name in
      try? InputFile.read(DisplayPath.join(folder, name), limit: .data).bytes
    }
    var preparation = RunPreparation(path: path, input: nil, findings: reading.diagnostics)
    if let suite = reading.suite { preparation.surround(suite, in: project, request) }
    return preparation
  }
}

/// Finds the steps of a workload in its tree, by the span that both have in common.
private struct StepPlaces {
  private var steps: [Span: Step] = [:]
  private(set) var all: [StepPlace] = []

  init(_ tree: Node, _ workload: Workload) {
    workload.visitSteps { steps[$0.span] = $0 }
    guard case .object(let members) = tree.content else { return }
    for member in members {
      switch member.key {
      case "actors":
        guard case .object(let actors) = member.value.content else { continue }
        for actor in actors { visit(actor.value, at: "actors.\(actor.key)", actor: actor.key) }
      case "procedures", "timeline": visit(member.value, at: member.key, actor: nil)
      default: continue
      }
    }
  }

  private mutating func visit(_ node: Node, at path: String, actor: String?) {
    switch node.content {
    case .null, .boolean, .number, .string: return
    case .object(let members): for member in members { visit(member.value, at: "\(path).\(member.key)", actor: actor) }
    case .array(let items):
      for (index, item) in items.enumerated() {
        let place = "\(path)[\(index)]"
        if case .object = item.content, let step = steps[item.span] {
          all.append(
            StepPlace(path: place, list: path, index: index, step: step, node: item, items: items, actor: actor))
        }
        visit(item, at: place, actor: actor)
      }
    }
  }
}
