import Diagnostics

/// Where code attaches a listener: what tells whether another one listens beside it, and to the same.
package struct ListenerSite: Hashable, Sendable {
  /// Some of the ways that a decision leaves open.
  package struct Branch: Hashable, Sendable {
    /// Where the decision stands.
    package var decision: Int
    package var ways: [Int]

    package init(decision: Int, ways: [Int]) {
      self.decision = decision
      self.ways = ways
    }
  }

  /// A variable that keeps what ends a listener, and where it is declared.
  package struct Holder: Hashable, Sendable {
    package var name: String
    package var declaration: Int?

    package init(name: String, declaration: Int?) {
      self.name = name
      self.declaration = declaration
    }
  }

  /// Where the piece of code starts: what several fences of a document show are forms of one thing, or other platforms'.
  var piece: Int
  /// On which ways the code is reached.
  var branches: [Branch]
  /// What is kept there next takes the place of this listener.
  var holder: Holder?
  /// The code of what is listened to, with the places where its names were given their values: equal for equal values.
  var subject: String

  package init(piece: Int, branches: [Branch], holder: Holder?, subject: String) {
    self.piece = piece
    self.branches = branches
    self.holder = holder
    self.subject = subject
  }

  /// Whether both listen at the same time on some way through the code.
  package func isBeside(_ other: ListenerSite) -> Bool {
    guard piece == other.piece else { return false }
    if let holder, holder == other.holder { return false }
    return !branches.contains { mine in
      other.branches.contains { $0.decision == mine.decision && !mine.ways.contains(where: $0.ways.contains) }
    }
  }

  /// Whether both listen to what the same code says of the same values.
  package func hasValues(of other: ListenerSite) -> Bool { subject == other.subject }
}

extension [ScannedRequest] {
  /// With the sites of listeners of which one file attaches several that look alike.
  ///
  /// - Parameter sites: those at the places of a file, by place.
  package func placingListeners(
    _ sites: (_ wanted: [String: Set<Int>]) -> [String: [Int: ListenerSite]]
  ) -> [ScannedRequest] {
    var met: [LikeListener: Int] = [:]
    var wanted: [String: Set<Int>] = [:]
    for request in self where request.kind == .listen {
      let (path, start) = (request.location.source.path, request.location.span.start)
      let alike = LikeListener(path: path, target: request.target)
      let first = met[alike, default: start]
      met[alike] = first
      if first != start { wanted[path, default: []].formUnion([first, start]) }
    }
    if wanted.isEmpty { return self }
    let found = sites(wanted)
    return map { request in
      var request = request
      if request.kind == .listen { request.site = found[request.location.source.path]?[request.location.span.start] }
      return request
    }
  }

  func placingListeners(in sources: [ParsedSource]) -> [ScannedRequest] {
    placingListeners { wanted in
      var sites: [String: [Int: ListenerSite]] = [:]
      for source in sources {
        guard let places = wanted[source.source.path] else { continue }
        var search = ListenerSearch(source, places)
        search.visit(source.statements, declares: true)
        sites[source.source.path, default: [:]].merge(search.found) { first, _ in first }
      }
      return sites
    }
  }
}

/// What listeners of one file have in common that look alike.
private struct LikeListener: Hashable {
  var path: String
  var target: ScannedRequest.Target
}

/// Walks through one piece of code in the order of its text.
private struct ListenerSearch {
  private let source: ParsedSource
  /// Where the names of the calls stand that attach listeners.
  private let wanted: Set<Int>
  private var branches: [ListenerSite.Branch] = []
  private var declarations: [String: Int] = [:]
  /// Where each name was last declared or assigned.
  private var values: [String: Int] = [:]
  private(set) var found: [Int: ListenerSite] = [:]

  init(_ source: ParsedSource, _ wanted: Set<Int>) {
    self.source = source
    self.wanted = wanted
  }

  // MARK: Statements

  /// - Parameter declares: names may be used before they are declared: in files and types.
  mutating func visit(_ statements: [Statement], declares: Bool = false) {
    if declares {
      for statement in statements {
        if case .variable(let variable) = statement.kind { declare(variable.pattern.names, at: statement.span.start) }
      }
    }
    let outer = branches
    for statement in statements {
      visit(statement)
      if let rest = statement.waysPast {
        branches.append(ListenerSite.Branch(decision: statement.span.start, ways: rest))
      }
    }
    branches = outer
  }

  private mutating func visit(_ statement: Statement) {
    let decision = statement.span.start
    switch statement.kind {
    case .variable(let variable):
      declare(variable.pattern.names, at: decision)
      if let value = variable.value { visit(value, holder: variable.pattern.names.first) }
      if let getter = variable.getter { visit(body: getter, [], at: decision) }
    case .expression(let expression): visit(expression)
    case .result(let expression): if let expression { visit(expression) }
    case .condition(let condition):
      for binding in condition.bindings {
        declare(binding.pattern.names, at: decision)
        if let value = binding.value { visit(value) }
      }
      for test in condition.tests { visit(test) }
      visit(condition.then, way: [0], of: decision)
      visit(condition.otherwise, way: [1], of: decision)
    case .selection(let selection):
      if let subject = selection.subject { visit(subject) }
      for (place, branch) in selection.cases.enumerated() {
        declare(branch.bindings, at: branch.body.first?.span.start ?? decision)
        // Those before it that fall through run it as well.
        let falling = selection.cases[..<place].reversed().prefix(while: \.fallsThrough).count
        visit(branch.body, way: Array(place - falling...place), of: decision)
      }
    case .loop(let loop):
      if let sequence = loop.sequence { visit(sequence) }
      if let binding = loop.binding { declare(binding.names, at: decision) }
      visit(loop.prelude)
      for test in loop.tests { visit(test) }
      visit(loop.body)
    case .attempt(let body, let handlers, let finally):
      visit(body, way: [0], of: decision)
      for (place, handler) in handlers.enumerated() { visit(handler, way: [place + 1], of: decision) }
      visit(finally)
    case .block(let inner): visit(inner)
    case .function(let function): visit(body: function.body ?? [], function.parameters, at: decision)
    case .type(let type):
      let (outerDeclarations, outerValues) = (declarations, values)
      visit(type.members, declares: true)
      (declarations, values) = (outerDeclarations, outerValues)
    case .imported: break
    case .leave(let leave): if case .throwing(let expression?) = leave { visit(expression) }
    case .other(let expressions): for expression in expressions { visit(expression) }
    }
  }

  private mutating func visit(_ statements: [Statement], way: [Int], of decision: Int) {
    branches.append(ListenerSite.Branch(decision: decision, ways: way))
    visit(statements)
    branches.removeLast()
  }

  /// A function or closure: what it declares, nobody else sees.
  private mutating func visit(body: [Statement], _ parameters: [Parameter], at place: Int) {
    let (outerDeclarations, outerValues) = (declarations, values)
    declare(parameters.flatMap(\.pattern.names) + Self.impliedNames, at: place)
    visit(body)
    (declarations, values) = (outerDeclarations, outerValues)
  }

  private static let impliedNames = ["it", "$0", "$1", "$2"]

  private mutating func declare(_ names: [String], at place: Int) {
    for name in names {
      declarations[name] = place
      values[name] = place
    }
  }

  // MARK: Expressions

  /// - Parameter holder: the variable that keeps the value.
  private mutating func visit(_ expression: Expression, holder: String? = nil) {
    switch expression.kind {
    case .name, .implicitMember, .integer, .number, .boolean, .null, .cascadeReceiver: break
    case .text(let parts):
      for part in parts { if case .interpolation(let inner) = part { visit(inner) } }
    case .list(let elements), .concatenation(let elements), .other(let elements):
      for element in elements { visit(element) }
    case .record(let entries):
      for entry in entries {
        if case .computed(let key) = entry.key { visit(key) }
        visit(entry.value)
      }
    case .spread(let inner): visit(inner)
    case .member(let inner, _): visit(inner, holder: holder)
    case .index(let base, let arguments): for part in [base] + arguments { visit(part) }
    case .call(let call):
      note(call, holder)
      visit(call.callee, holder: holder)
      for argument in call.arguments { visit(argument.value) }
    case .closure(let closure): visit(body: closure.body, closure.parameters, at: expression.span.start)
    case .conditional(let condition, let then, let otherwise):
      visit(condition)
      for (way, value) in [then, otherwise].enumerated() {
        branches.append(ListenerSite.Branch(decision: expression.span.start, ways: [way]))
        visit(value, holder: holder)
        branches.removeLast()
      }
    case .fallback(let left, let right):
      visit(left, holder: holder)
      visit(right, holder: holder)
    case .assignment(let target, let value, _):
      visit(target)
      visit(value, holder: target.ownName)
      if let name = target.lastName { values[name] = expression.span.start }
    case .cascade(let receiver, let sections):
      visit(receiver, holder: holder)
      for section in sections { visit(section) }
    case .statements(let statements): visit(statements)
    }
  }

  private mutating func note(_ call: Call, _ holder: String?) {
    let callee = call.callee
    let start = callee.lastName.map { callee.span.end - $0.utf8.count } ?? callee.span.start
    guard wanted.contains(start) || wanted.contains(callee.span.start) else { return }
    // What is listened to stands before the call, or is its first argument: `onSnapshot(query, …)`.
    var subject: [Expression] = []
    if case .member(let base, _) = callee.kind { subject.append(base) }
    if subject.isEmpty || subject[0].ownName != nil, let first = call.arguments.first?.value { subject.append(first) }
    var text = ""
    for part in subject {
      text += code(part.span)
      part.forEachNode { node in
        if let name = node.lastName, let place = values[name] { text += "|\(name)@\(place)" }
      }
    }
    let site = ListenerSite(
      piece: source.fence?.start ?? 0, branches: branches,
      holder: holder.map { ListenerSite.Holder(name: $0, declaration: declarations[$0]) }, subject: text)
    for place in [start, callee.span.start] where wanted.contains(place) && found[place] == nil { found[place] = site }
  }

  /// Without white space.
  private func code(_ span: Span) -> String {
    let bytes = source.text.bytes
    guard span.start >= 0, span.start < span.end, span.end <= bytes.count else { return "" }
    return String(decoding: bytes[span.start..<span.end].filter { $0 > 0x20 }, as: UTF8.self)
  }
}

extension Statement {
  /// The ways of a decision that lead to what follows it; nil when all of them do.
  fileprivate var waysPast: [Int]? {
    let leaving: [Bool]
    switch kind {
    case .condition(let condition): leaving = [condition.then.leave, condition.otherwise.leave]
    case .selection(let selection): leaving = selection.cases.map(\.body.leavesSelection) + [false]
    case .attempt(let body, let handlers, _): leaving = [body.leave] + handlers.map(\.leave)
    default: return nil
    }
    return leaving.contains(true) ? leaving.indices.filter { !leaving[$0] } : nil
  }
}

extension [Statement] {
  /// `break` leads to what follows a selection.
  fileprivate var leavesSelection: Bool {
    if case .leave(.breaking)? = last?.kind { false } else { leave }
  }
}

extension Expression {
  /// `a` of `a`, `self.a` and `this.a`; nil for anything else.
  fileprivate var ownName: String? {
    switch kind {
    case .name(let name): name == "_" ? nil : name
    case .member(let base, let name):
      if case .name(let owner) = base.kind, ["self", "this"].contains(owner) { name } else { nil }
    default: nil
    }
  }
}
