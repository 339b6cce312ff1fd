import Diagnostics
package import StructuredText

/// Applies the patches of one variant to the tree of the workload, before anything is decoded.
package struct VariantPatcher {
  package private(set) var root: Node
  private(set) var problems: [WorkloadProblem] = []
  private let stepNames: [String]

  package init(root: Node) {
    self.root = root
    stepNames = DeclaredNames(root).steps.sorted()
  }

  package mutating func apply(_ patch: NodePatch) {
    do throws(PatchFailure) {
      root = try patched(patch)
    } catch {
      report(error, patch)
    }
  }

  private func patched(_ patch: NodePatch) throws(PatchFailure) -> Node {
    let path = patch.path[...]
    let first = NodePatch.firstName(path)
    let rest = NodePatch.remainder(of: path, after: first)
    switch first {
    case "steps": return try patchedSteps(patch, rest)
    case "client": return try patchedActors { (actor) throws(PatchFailure) in try patchedClient(actor, patch, rest) }
    case "vars": return try patchedVariables(patch, rest)
    case "actors": return try patchedActor(patch, path)
    case "params": return try patchedParameter(patch, path)
    default:
      guard Self.otherRoots.contains(first) else { throw .unknownName(first, known: Self.roots) }
      return try patch.applied(to: first == "database" ? rootWithDatabase(patch) : root, at: path)
    }
  }

  private static let otherRoots = [
    "data", "background", "timeline", "procedures", "database", "clock", "prices", "seed",
  ]
  private static let roots = ["steps", "actors", "client", "vars", "params"] + otherRoots
  private static let clientKeys = ["sdk", "persistence", "clockSkew"]

  /// A workload that says nothing about its database can have a variant that does.
  private func rootWithDatabase(_ patch: NodePatch) -> Node {
    guard case .object(let members) = root.content, !members.contains(where: { $0.key == "database" }) else {
      return root
    }
    let empty = Node.Member(key: "database", keySpan: patch.pathSpan, value: Node(.object([]), span: patch.pathSpan))
    return Node(.object(members + [empty]), span: root.span)
  }

  // MARK: Roots

  /// Every step of the longest name that fits, wherever it stands.
  private func patchedSteps(_ patch: NodePatch, _ rest: Substring) throws(PatchFailure) -> Node {
    guard let position = NodePatch.longestPrefix(of: rest, among: stepNames) else {
      throw .unknownName(Self.stepName(rest, known: stepNames), known: stepNames)
    }
    let name = stepNames[position]
    let below = NodePatch.remainder(of: rest, after: name)
    let key = NodePatch.firstName(below)
    guard below.isEmpty || WorkloadDecoder.stepKeys.contains(key) else {
      throw .unknownName(key, known: WorkloadDecoder.stepKeys)
    }
    if let action = WorkloadDecoder.actionKeys.first(where: { below == $0 }) {
      var actions: Set<String> = []
      _ = try eachStep(named: name, in: root) { (step) throws(PatchFailure) in
        actions.formUnion(step.keys.filter(WorkloadDecoder.actionKeys.contains))
        return step
      }
      guard actions.count < 2 || !actions.contains(action) else { throw .severalSteps(name, actions.sorted()) }
    }
    return try eachStep(named: name, in: root) { (step) throws(PatchFailure) in
      try patch.applied(to: Self.step(step, doing: below), at: below)
    }
  }

  /// A step does one thing: who sets another action takes the one before away.
  private static func step(_ step: Node, doing path: Substring) -> Node {
    guard case .object(let members) = step.content, WorkloadDecoder.actionKeys.contains(String(path)) else {
      return step
    }
    let kept = members.filter { $0.key == path || !WorkloadDecoder.actionKeys.contains($0.key) }
    return Node(.object(kept), span: step.span)
  }

  /// As many of the path's words as the nearest step name has: `steps.chat.opn.limit` means `chat.opn`.
  private static func stepName(_ rest: Substring, known: [String]) -> String {
    let words = rest.split(separator: ".")
    for count in stride(from: words.count, to: 0, by: -1) {
      let candidate = words.prefix(count).joined(separator: ".")
      if NearestName.of(candidate, among: known) != nil { return candidate }
    }
    return words.dropLast().isEmpty ? String(rest) : words.dropLast().joined(separator: ".")
  }

  private func eachStep(
    named name: String, in node: Node, _ edit: (Node) throws(PatchFailure) -> Node
  ) throws(PatchFailure) -> Node {
    switch node.content {
    case .null, .boolean, .number, .string: return node
    case .array(let items):
      var edited: [Node] = []
      for item in items { edited.append(try eachStep(named: name, in: item, edit)) }
      return Node(.array(edited), span: node.span)
    case .object(let members):
      var edited: [Node.Member] = []
      for var member in members {
        // Variants, budgets and assertions have names of their own.
        if !["variants", "assert", "budget"].contains(member.key) {
          member.value = try eachStep(named: name, in: member.value, edit)
        }
        edited.append(member)
      }
      let isStep = members.contains { $0.key == "name" && $0.value.text == name }
      let rebuilt = Node(.object(edited), span: node.span)
      return isStep ? try edit(rebuilt) : rebuilt
    }
  }

  private func patchedActors(_ edit: (Node) throws(PatchFailure) -> Node) throws(PatchFailure) -> Node {
    guard case .object(var members) = root.content, let position = members.firstIndex(where: { $0.key == "actors" }),
      case .object(var actors) = members[position].value.content
    else { throw .unknownName("client", known: []) }
    for index in actors.indices { actors[index].value = try edit(actors[index].value) }
    members[position].value = Node(.object(actors), span: members[position].value.span)
    return Node(.object(members), span: root.span)
  }

  private func patchedClient(_ actor: Node, _ patch: NodePatch, _ rest: Substring) throws(PatchFailure) -> Node {
    guard case .object(var members) = actor.content else { return actor }
    guard Self.clientKeys.contains(String(rest)) else { throw .unknownName(String(rest), known: Self.clientKeys) }
    if !members.contains(where: { $0.key == "client" }) {
      members.append(
        Node.Member(key: "client", keySpan: patch.pathSpan, value: Node(.object([]), span: patch.pathSpan)))
    }
    return try patch.applied(to: Node(.object(members), span: actor.span), at: "client.\(rest)"[...])
  }

  /// In every actor that has the variable.
  private func patchedVariables(_ patch: NodePatch, _ rest: Substring) throws(PatchFailure) -> Node {
    var known: Set<String> = []
    var found = false
    let result = try patchedActors { (actor) throws(PatchFailure) in
      guard case .object(let members) = actor.content,
        let variables = members.first(where: { $0.key == "vars" })?.value.keys
      else { return actor }
      known.formUnion(variables)
      guard variables.contains(String(rest)) else { return actor }
      found = true
      return try patch.applied(to: actor, at: "vars.\(rest)"[...])
    }
    guard found else { throw .unknownName(String(rest), known: known.sorted()) }
    return result
  }

  private func patchedActor(_ patch: NodePatch, _ path: Substring) throws(PatchFailure) -> Node {
    let actors = DeclaredNames(root).actors
    let rest = NodePatch.remainder(of: path, after: "actors")
    guard let position = NodePatch.longestPrefix(of: rest, among: actors) else {
      throw .unknownName(NodePatch.firstName(rest), known: actors)
    }
    let key = NodePatch.firstName(NodePatch.remainder(of: rest, after: actors[position]))
    guard key.isEmpty || WorkloadDecoder.actorKeys.contains(key) else {
      throw .unknownName(key, known: WorkloadDecoder.actorKeys)
    }
    return try patch.applied(to: root, at: path)
  }

  private func patchedParameter(_ patch: NodePatch, _ path: Substring) throws(PatchFailure) -> Node {
    let name = String(NodePatch.remainder(of: path, after: "params"))
    var known: [String] = []
    if case .object(let members) = root.content {
      known = members.first { $0.key == "params" }?.value.keys ?? []
    }
    guard known.contains(name) else { throw .unknownName(name, known: known) }
    return try patch.applied(to: root, at: path)
  }

  // MARK: Complaints

  private mutating func report(_ failure: PatchFailure, _ patch: NodePatch) {
    switch failure {
    case .unknownName(let name, let known):
      let subject = name.isEmpty ? patch.path : name
      problems.append(
        WorkloadProblem(
          .unknownWorkloadName,
          "nothing is at the patch path \(QuotedText.of(patch.path)): there is no \(QuotedText.of(subject))",
          span: patch.pathSpan, help: helpForUnknownName(subject, among: known)))
    case .severalSteps(let name, let actions):
      problems.append(
        WorkloadProblem(
          .unknownWorkloadName,
          "\(QuotedText.of(patch.path)) means several steps that do different things: \(QuotedText.of(name)) is the name of a "
            + actions.map { "`\($0)`" }.joined(separator: " and a "), span: patch.pathSpan,
          help: "give each a name of its own"))
    case .notAList:
      problems.append(
        WorkloadProblem(
          .wrongType, "\(QuotedText.of(patch.path)) is no list to add to", span: patch.pathSpan,
          help: "use `set` to replace a value"))
    }
  }
}
