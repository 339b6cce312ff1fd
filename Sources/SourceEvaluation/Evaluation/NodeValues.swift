import SourceSemantics
import SourceSyntax
import SourceTokens

/// What the nodes of a function's graph are, with symbols for its parameters.
extension Evaluator {
  /// Calls and values inside of one another beyond which nothing is followed.
  private static let deepest = 500

  /// Whether there is room for one more value or call inside of those that are being followed.
  var isFollowed: Bool {
    mutating get {
      if depth < Self.deepest { return true }
      limitCounts.depth += 1
      return false
    }
  }

  mutating func value(_ node: GraphNode, of function: Int) -> ValueID {
    let place = Int(node.raw)
    let known = functions[function].values[place]
    if known != 0 { return ValueID(raw: known - 1) }
    if functions[function].heights[place] > Self.stride { evaluateSteps(below: node, function) }
    guard isFollowed else { return arena.unknown(.calls, origin(function, functions[function].graph[node].site)) }
    if let busy = functions[function].busy[node.raw] { return begun(node, function, at: busy) }
    functions[function].busy[node.raw] = depth
    let outerCycle = openCycle()
    depth += 1
    // What a node is does not depend on who asks for it first.
    let outer = budget
    if budget.function != function { budget = account(for: function) }
    let result = evaluate(node, functions[function].graph[node], function)
    if outer.function != function { budget = outer }
    depth -= 1
    functions[function].busy[node.raw] = nil
    if closeCycle(outerCycle) || isLastAttempt(.value(function: function, node: node)) {
      functions[function].values[place] = result.raw + 1
    }
    return result
  }

  /// What a node is to itself: of a variable that functions change, what they find in it.
  private mutating func begun(_ node: GraphNode, _ function: Int, at depth: Int) -> ValueID {
    let cell = functions[function].graph[node]
    let name = NameID(cell.payload)
    switch cell.operation {
    case .capture:
      guard let outer = outer(of: function, Int(cell.code)),
        busyCells.contains(CellKey(function: outer, name: name))
      else { return cut(at: depth) }
      return symbol(.cell(function: outer, name: name))
    case .global:
      let top = unitFunction(functions[function].key.unit)
      guard let node = functions[top].graph.exits[name], functions[top].busy[node.raw] == nil else {
        return cut(at: depth)
      }
      return value(node, of: top)
    default: return cut(at: depth)
    }
  }

  private func outer(of function: Int, _ distance: Int) -> Int? {
    var place: Int? = function
    for _ in 0..<distance { place = place.flatMap { functions[$0].outer } }
    return place
  }

  /// How far operands of operands are followed at once.
  private static let stride: UInt32 = 40

  /// Long chains are evaluated from their beginning, a part at a time: nothing is nested as deeply as code is long.
  private mutating func evaluateSteps(below node: GraphNode, _ function: Int) {
    var steps: [GraphNode] = []
    var seen: Set<GraphNode> = [node]
    var rest = [node]
    while let next = rest.popLast() {
      for operand in functions[function].graph.operands(next) where functions[function].values[Int(operand.raw)] == 0 {
        guard functions[function].heights[Int(operand.raw)] >= Self.stride, seen.insert(operand).inserted else {
          continue
        }
        rest.append(operand)
        if functions[function].heights[Int(operand.raw)].isMultiple(of: Self.stride) { steps.append(operand) }
      }
    }
    for step in steps.sorted(by: { $0.raw < $1.raw }) { _ = value(step, of: function) }
  }

  func operand(_ node: GraphNode, _ place: Int, _ function: Int) -> GraphNode {
    functions[function].graph.operand(node, place)
  }

  mutating func operands(_ node: GraphNode, _ function: Int) -> [ValueID] {
    functions[function].graph.operands(node).map { value($0, of: function) }
  }

  private mutating func evaluate(_ node: GraphNode, _ cell: GraphCell, _ function: Int) -> ValueID {
    switch cell.operation {
    case .absent: return ValueArena.absent
    case .null: return ValueArena.null
    case .yes: return ValueArena.yes
    case .no: return ValueArena.no
    case .integer: return arena.integer(functions[function].graph.numbers[Int(cell.payload)])
    case .scalar: return ValueArena.scalar
    case .literal: return arena.literal(StringID(cell.payload))
    case .text: return text(operands(node, function))
    case .parameter: return symbol(.parameter(function: function, place: Int(cell.payload)))
    case .this:
      return this(of: function, cell.site)
    case .base:
      return arena.intern(
        .function, variant: cell.code == 0 ? FunctionForm.base : FunctionForm.constructor, payload: UInt32(function),
        operands(node, function).map(\.raw),
        isOpen: true)
    case .functionType: return arena.make(.returning, operands(node, function))
    case .shared: return shared(NameID(cell.payload), value(operand(node, 0, function), of: function), of: function)
    case .capture: return capture(NameID(cell.payload), Int(cell.code), function)
    case .global:
      let receivers = Array(functions[function].graph.operands(node))
      if receivers.isEmpty { return global(NameID(cell.payload), function) }
      return memberOrGlobal(NameID(cell.payload), receivers, function, at(function, cell))
    case .callee:
      return calledFunction(node, function) ?? value(operand(node, 0, function), of: function)
    case .member:
      let base = value(operand(node, 0, function), of: function)
      if cell.code == 1 { return reference(base, NameID(cell.payload), at(function, cell)) }
      return member(base, NameID(cell.payload), at(function, cell))
    case .index:
      let parts = operands(node, function)
      return index(parts[0], parts[1], at(function, cell))
    case .slice: return slice(node, function)
    case .call: return application(node, function).value
    case .after: return afterCall(node, cell, function)
    case .function: return closure(node, cell, function)
    case .type: return classValue(node, cell, function)
    case .enumCase: return enumCase(node, cell, function)
    case .implicit: return implicitMember(NameID(cell.payload))
    case .expected:
      let parts = operands(node, function)
      return expect(parts[0], parts[1])
    case .cast:
      let parts = operands(node, function)
      return cast(parts[0], parts[1], at(function, cell))
    case .associated:
      return associated(value(operand(node, 0, function), of: function), Int(cell.code), NameID(cell.payload))
    case .typeOf: return typeOf(value(operand(node, 0, function), of: function))
    case .wrapped:
      let parts = operands(node, function)
      return unwrapped(parts[0], parts[1], NameID(cell.payload), at(function, cell))
    case .keyPath: return keyPath(NameID(cell.payload), behind: value(operand(node, 0, function), of: function))
    case .overloads:
      let all = operands(node, function)
      return arena.intern(
        .function, variant: FunctionForm.overloads, all.map(\.raw), isOpen: all.contains { arena.isOpen($0) })
    case .record: return record(operands(node, function))
    case .list: return list(node, function)
    case .spread: return value(operand(node, 0, function), of: function)
    case .gamma:
      if let same = unchanged(node, function) { return same }
      let condition = condition(operand(node, 0, function), of: function)
      if condition == .always { return value(operand(node, 1, function), of: function) }
      if condition == .never { return value(operand(node, 2, function), of: function) }
      let (high, low) = besideParents(node, condition, function)
      return choose(condition, high, low)
    case .mu:
      let carried = functions[function].graph.carried[Int(cell.payload)]
      if carried.next == node { return value(carried.first, of: function) }
      return symbol(.carried(function: function, place: Int(cell.payload)))
    case .element: return symbol(.element(function: function, loop: Int(cell.payload)))
    case .afterLoop: return unchanged(node, function) ?? loopValue(node, function)
    case .collected: return loopValue(node, function)
    case .put:
      let parts = operands(node, function)
      return put(parts[0], NameID(cell.payload), parts[1])
    case .putIndex:
      let parts = operands(node, function)
      return putIndex(parts[0], parts[1], parts[2])
    case .binary: return binary(cell.code, operands(node, function), at(function, cell))
    case .unary: return unary(cell.code, operands(node, function)[0], at(function, cell))
    case .truth, .present, .isType, .and, .or, .not, .event: return value(of: condition(node, of: function))
    case .entries: return make(.entered, [value(operand(node, 0, function), of: function)], origin(function, cell.site))
    case .typed: return typed(node, function, at(function, cell))
    case .imported: return imported(NodeID(cell.payload), function)
    case .entered: return entered(value(operand(node, 0, function), of: function), at(function, cell)).value
    case .omitted where cell.count > 0:
      return leavingOutLinks(value(operand(node, 0, function), of: function), origin(function, cell.site))
    case .omitted where cell.code == 1: return unknown(.undeclared, function, cell.site)
    case .opaque, .omitted: return unknown(.operation, function, cell.site)
    }
  }

  func at(_ function: Int, _ cell: GraphCell) -> Site { Site(function: function, node: cell.site) }

  /// `a::b`, `A::b`: a method as a value; of a class it is called on its first argument.
  private mutating func reference(_ base: ValueID, _ name: NameID, _ site: Site) -> ValueID {
    switch arena.kind(base) {
    case .type, .external:
      let own = member(base, name, site)
      if arena.kind(own) == .function, arena[own].variant != FunctionForm.own || isStatic(Int(arena[own].payload)) {
        return own
      }
      let place = arena.unknown(.operation, origin(site.function, site.node))
      return arena.intern(.function, variant: FunctionForm.unbound, payload: name.raw, [place.raw])
    default: return member(base, name, site)
    }
  }

  // MARK: - Functions and classes as values

  private mutating func closure(_ node: GraphNode, _ cell: GraphCell, _ function: Int) -> ValueID {
    let unit = functions[function].key.unit
    let inner = self.function(FunctionKey(unit: unit, node: functions[function].graph.inner[Int(cell.payload)]))
    if functions[inner].declaration == nil { functions[inner].declaration = (function, node) }
    return closure(inner, receiver: ValueArena.absent)
  }

  /// A function with what is around it.
  mutating func closure(_ function: Int, receiver: ValueID) -> ValueID {
    var words = [receiver.raw]
    var isOpen = arena.isOpen(receiver)
    if let outer = functions[function].outer {
      for symbol in environment(outer, loops(around: functions[function].key.node, in: outer)) {
        words += [symbol.raw, symbol.raw]
        isOpen = true
      }
    }
    return arena.intern(.function, variant: FunctionForm.own, payload: UInt32(function), words, isOpen: isOpen)
  }

  private mutating func classValue(_ node: GraphNode, _ cell: GraphCell, _ function: Int) -> ValueID {
    let unit = functions[function].key.unit
    let inner = functions[function].graph.inner[Int(cell.payload)]
    let place = type(FunctionKey(unit: unit, node: inner))
    if !types[place].isKnown {
      types[place].isKnown = true
      types[place].bases = operands(node, function)
      for base in types[place].bases where arena.kind(base) == .type {
        types[Int(arena[base].payload)].subtypes.append(place)
      }
    }
    return arena.intern(.type, payload: UInt32(place))
  }

  private mutating func typed(_ node: GraphNode, _ function: Int, _ site: Site) -> ValueID {
    let known = value(operand(node, 0, function), of: function)
    switch arena.kind(known) {
    case .unknown: return value(ofType: value(operand(node, 1, function), of: function), site, .empty) ?? known
    case .choice where arena.items(known).contains(where: { arena.kind($0.value) == .unknown }):
      let type = value(operand(node, 1, function), of: function)
      return mapAlternatives(known) { evaluator, one in
        evaluator.arena.kind(one) == .unknown ? evaluator.value(ofType: type, site, .empty) ?? one : one
      }
    default: return known
    }
  }

  private mutating func this(of function: Int, _ site: NodeID) -> ValueID {
    guard functions[function].hasReceiver else { return unknown(.operation, function, site) }
    if isStatic(function), let type = functions[function].type { return arena.intern(.type, payload: UInt32(type)) }
    return symbol(.this(function: function))
  }

  private mutating func capture(_ name: NameID, _ distance: Int, _ function: Int) -> ValueID {
    guard let outer = outer(of: function, distance) else {
      return unknown(.operation, function, NodeID(0), name.isOfBlock ? .empty : name)
    }
    let node = functions[outer].graph.exits[name]
    if let cell = cell(name, of: outer) { return cell }
    guard let node else { return unknown(.operation, function, NodeID(0), name.isOfBlock ? .empty : name) }
    return value(node, of: outer)
  }

  // MARK: - Lists and records

  private mutating func slice(_ node: GraphNode, _ function: Int) -> ValueID {
    let parts = operands(node, function)
    guard parts.count == 3 else { return some(parts[0]) }
    let further = functions[function].graph[node].payload == 0 ? 0 : 1
    return cut(parts[0], from: parts[1] == ValueArena.absent ? nil : parts[1], to: parts[2], further: further)
  }

  private mutating func list(_ node: GraphNode, _ function: Int) -> ValueID {
    var items: [GuardedItem] = []
    var isEnded = true
    for operand in Array(functions[function].graph.operands(node)) {
      if functions[function].graph[operand].operation == .spread {
        spread(value(operand, of: function), under: .always, into: &items, &isEnded)
      } else {
        for item in guarded(operand, function) { items.append(item) }
      }
    }
    return list(items, isEnded: isEnded)
  }

  /// An item that is there only where a condition holds.
  private mutating func guarded(_ node: GraphNode, _ function: Int) -> [GuardedItem] {
    let graph = functions[function].graph
    guard graph[node].operation == .gamma, graph.operand(node, 2) == GraphNode(raw: 0) else {
      return [GuardedItem(.always, value(node, of: function))]
    }
    let condition = condition(graph.operand(node, 0), of: function)
    let inner = graph.operand(node, 1)
    if graph[inner].operation == .spread {
      var items: [GuardedItem] = []
      var isEnded = true
      spread(value(inner, of: function), under: condition, into: &items, &isEnded)
      return items
    }
    return condition == .never ? [] : [GuardedItem(condition, value(inner, of: function))]
  }

  /// The items of a list, where they are known.
  mutating func spread(_ value: ValueID, under: CondID, into items: inout [GuardedItem], _ isEnded: inout Bool) {
    switch arena.kind(value) {
    case .list where arena[value].payload != 0: items.append(GuardedItem(under, value, OriginID(raw: 0), .spread))
    case .list:
      for var item in arena.items(value) {
        item.under = diagrams.and(item.under, under)
        if item.under != .never { items.append(item) }
      }
      if arena[value].variant != 0 { isEnded = false }
    case .choice:
      for item in arena.items(value) {
        spread(item.value, under: diagrams.and(under, item.under), into: &items, &isEnded)
      }
    case .absent, .null: break
    case .symbol, .stuck, .result, .made: items.append(GuardedItem(under, value, OriginID(raw: 0), .spread))
    default: isEnded = false
    }
  }
}

/// What kind of function a function value is.
enum FunctionForm {
  static let own: UInt8 = 0
  /// A method of an SDK with what it is called on; the payload is its name.
  static let method: UInt8 = 1
  /// A function with its first arguments.
  static let partial: UInt8 = 2
  /// What `super` calls are made on.
  static let base: UInt8 = 3
  /// Functions of one name, of which the arguments choose.
  static let overloads: UInt8 = 4
  /// Another constructor of the same class.
  static let constructor: UInt8 = 5
  /// A constructor with a name: called, it makes an object of the class that the payload says.
  static let maker: UInt8 = 6
  /// A method that is called on its first argument; the payload is its name.
  static let unbound: UInt8 = 7
  /// A function whose call keeps its arguments behind a first one that is not known, to be run later.
  static let family: UInt8 = 8
  /// Puts something else in the place of what a framework keeps; the payload is the place that keeps it.
  static let setter: UInt8 = 12
  /// A case of an enumeration, called with what it is to hold.
  static let caseMaker: UInt8 = 9
  /// A path of members; the payload is the last one, the word the path before it.
  static let keyPath: UInt8 = 10
  /// The methods of an object without a name that listeners call, each with what it has of the function around it.
  static let handlers: UInt8 = 13
  /// A method by a name that is computed. Operands: what it is called on, and the name.
  static let computed: UInt8 = 14
  /// No value of the code: a ``Visit``.
  static let visited: UInt8 = 255
}

/// A place in a function.
struct Site: Hashable, Sendable {
  var function: Int
  var node: NodeID
}
