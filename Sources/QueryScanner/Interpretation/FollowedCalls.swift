import Diagnostics

/// Calls in the code whose functions were evaluated with what they pass: when all that mention a function are among them,
/// nobody asks it for anything else.
struct FollowedCalls {
  /// Where the name of a called function ends.
  struct Site: Hashable {
    var file: Int
    var end: Int
  }

  private var sites: [String: Set<Site>] = [:]
  /// Functions of which a call was not followed.
  private(set) var loose: Set<Int> = []

  mutating func note(_ name: String, at site: Site) { sites[name, default: []].insert(site) }

  mutating func markLoose(_ function: Int) { loose.insert(function) }

  func contains(_ name: String, at site: Site) -> Bool { sites[name]?.contains(site) == true }
}

extension Interpreter {
  /// A declared function is evaluated: by the call that is being evaluated, if that names it.
  func noteFollowed(_ info: FunctionInfo) {
    guard silence == 0, let call = callSite else { return }
    let site = FollowedCalls.Site(file: call.file, end: call.span.end)
    let bytes = index.files[site.file].source.source.bytes
    let name = info.simpleName.utf8
    let start = site.end - name.count
    guard start >= 0, site.end <= bytes.count, bytes[start..<site.end].elementsEqual(name) else { return }
    followed.note(info.simpleName, at: site)
  }

  /// Functions that others call, and of which every mention in the code is a call that was followed.
  func functionsOfKnownCallers(among called: Set<Int>) -> Set<Int> {
    let candidates = called.filter { id in
      let info = index.functions[id]
      return !info.isClosure && !followed.loose.contains(id) && hasOnlyCallersInCode(info)
    }
    guard !candidates.isEmpty else { return [] }
    var names = Set(candidates.map { index.functions[$0].simpleName })
    let outer = scope
    defer { scope = outer }
    func look(_ node: Expression, in file: Int) {
      let name: String
      switch node.kind {
      case .name(let own), .member(_, let own), .implicitMember(let own): name = own
      default: return
      }
      guard names.contains(name) else { return }
      if !followed.contains(name, at: FollowedCalls.Site(file: file, end: node.span.end)) { names.remove(name) }
    }
    forEachNode(look)
    return candidates.filter { names.contains(index.functions[$0].simpleName) }
  }

  /// Documents show what others may do, modules of scripts are imported by what is not read, and templates call as well.
  private func hasOnlyCallersInCode(_ info: FunctionInfo) -> Bool {
    let source = index.files[info.file].source
    guard source.fence == nil else { return false }
    switch source.language {
    case .swift, .kotlin, .java, .dart: return true
    case .javascript, .typescript, .python, .markdown: return false
    }
  }

  /// Every expression of the project with its file.
  func forEachNode(_ visit: (Expression, Int) -> Void) {
    func visitAll(_ statements: [Statement], _ file: Int) {
      for statement in statements { statement.forEachNode { visit($0, file) } }
    }
    func visitDefaults(_ parameters: [Parameter], _ file: Int) {
      for parameter in parameters { parameter.defaultValue?.forEachNode { visit($0, file) } }
    }
    for info in index.functions where !info.isClosure {
      visitDefaults(info.parameters, info.file)
      visitAll(info.body ?? [], info.file)
    }
    for info in index.variables {
      info.variable.value?.forEachNode { visit($0, info.file) }
      visitAll(info.variable.getter ?? [], info.file)
    }
    for (file, info) in index.files.enumerated() { visitAll(info.source.statements.filter(\.isRun), file) }
    for type in index.types {
      visitAll(type.statements, type.file)
      visitDefaults(type.constructorParameters, type.file)
      for argument in type.cases.flatMap(\.arguments) { argument.value.forEachNode { visit($0, type.file) } }
    }
  }
}
