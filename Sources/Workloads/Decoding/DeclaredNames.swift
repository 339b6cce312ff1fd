import StructuredText

/// The names that a workload's tree declares, gathered before anything is decoded, because steps may use what stands
/// further down.
struct DeclaredNames: Hashable {
  var actors: [String] = []
  var procedures: [String] = []
  var steps: Set<String> = []
  var results: Set<String> = []
  private(set) var variables: Set<String> = []
  /// Of documents that the workload starts with, or writes.
  private(set) var collections: Set<String> = []

  init(_ root: Node) {
    guard case .object(let members) = root.content else { return }
    for member in members {
      switch member.key {
      case "actors": actors = member.value.keys
      case "procedures": procedures = member.value.keys
      case "data", "background", "timeline": break
      default: continue
      }
      gather(member.value)
    }
    gatherCollections(root)
  }

  private mutating func gatherCollections(_ node: Node) {
    switch node.content {
    case .null, .boolean, .number, .string: break
    case .array(let items): for item in items { gatherCollections(item) }
    case .object(let members):
      for member in members {
        if ["path", "create", "set"].contains(member.key), let path = member.value.text {
          let segments = path.split(separator: "/")
          for index in stride(from: 0, to: segments.count, by: 2) { collections.insert(String(segments[index])) }
        }
        gatherCollections(member.value)
      }
    }
  }

  /// The scope of the expressions of the workload.
  func scope(parameters: [Parameter]) -> NameScope {
    var scope = NameScope(parameters: parameters)
    for name in variables.sorted() { scope.declareVariable(name) }
    for name in results.sorted() { scope.declareResult(name) }
    return scope
  }

  private mutating func gather(_ node: Node) {
    switch node.content {
    case .null, .boolean, .number, .string: break
    case .array(let items): for item in items { gather(item) }
    case .object(let members):
      for member in members {
        switch (member.key, member.value.content) {
        case ("name", .string(let name)): steps.insert(name)
        case ("as", .string(let name)): results.insert(name)
        case ("vars", .object), ("let", .object), ("for", .object): variables.formUnion(member.value.keys)
        default: break
        }
        gather(member.value)
      }
    }
  }
}
