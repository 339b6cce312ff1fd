import SourceSyntax
import SourceTokens

/// Closures that run where they stand.
extension FunctionLowering {
  mutating func runInPlace(_ node: NodeID, _ call: InPlaceCall, _ closure: NodeID) -> GraphNode {
    guard let view = tree.call(node), let block = scopes.scope(of: closure) else {
      return builder.add(.opaque, site: node)
    }
    let subject = subject(of: call, view, node)
    let others = view.arguments.dropLast().dropFirst(call.subject == .firstArgument ? 1 : 0)
    for other in others { _ = expression(other) }
    let outer = flow
    let isOptional = tree.kind(view.callee) == .member && tree[view.callee].flags.contains(.optional)
    let test = isOptional ? builder.add(.present, [subject.value]) : GraphBuilder.yes
    flow.reached = builder.and(outer.reached, test)
    let label = tree.name(view.callee)
    let value =
      call.isLoop
      ? runRounds(call, closure, block, subject.value, label) : runOnce(call, closure, block, subject, label)
    guard isOptional else { return value }
    var without = outer
    without.reached = builder.and(outer.reached, builder.not(test))
    flow = builder.join(test, flow, without, before: outer.reached)
    return builder.gamma(test, value, GraphBuilder.null)
  }

  private mutating func subject(
    of call: InPlaceCall, _ view: CallView, _ node: NodeID
  ) -> (value: GraphNode, place: NodeID?) {
    switch call.subject {
    case .receiver:
      let base = tree.children(of: view.callee).first
      return (base.map { expression($0) } ?? GraphBuilder.absent, base)
    case .firstArgument:
      let first = view.arguments.first.flatMap { tree.children(of: $0).last }
      return (first.map { expression($0) } ?? GraphBuilder.absent, first)
    case .this: return (currentReceiver(), nil)
    case .list: return (builder.add(.list, site: node), nil)
    case .record: return (builder.add(.record, site: node), nil)
    case .nothing: return (GraphBuilder.absent, nil)
    }
  }

  // MARK: - Once

  private mutating func runOnce(
    _ call: InPlaceCall, _ closure: NodeID, _ block: Int, _ subject: (value: GraphNode, place: NodeID?), _ label: NameID
  ) -> GraphNode {
    let before = flow
    let key = freshName()
    exits.append(LoopExits(kind: .closure, labels: [label] + closureLabels(closure), key: key))
    blocks.append(block)
    let names = bindBlock(closure, block, call.given == .subject ? [subject.value] : [])
    if call.isOnSubject, let this = scopes.key(of: Word.this.name, in: block) { flow.names[this] = subject.value }
    let outer = valueName
    valueName = nil
    let value = closureBody(closure)
    valueName = outer
    if !flow.isDead { flow.names[key] = value }
    blocks.removeLast()
    for left in exits.removeLast().breaks {
      flow = flow.isDead ? left : builder.join(left.reached, left, flow, before: GraphBuilder.yes)
    }
    let result = flow.names.removeValue(forKey: key) ?? GraphBuilder.absent
    let holder = call.isOnSubject ? scopes.key(of: Word.this.name, in: block) : names.first ?? nil
    // What the function is called on may have changed under its own name.
    let own = call.subject == .this && flow.this != before.this ? flow.this : nil
    let after = own ?? holder.flatMap { flow.names[$0] } ?? subject.value
    if after != subject.value, let place = subject.place { store(after, backInto: place) }
    return answer(call.answer, result, after)
  }

  private mutating func answer(_ answer: InPlaceCall.Answer, _ value: GraphNode, _ subject: GraphNode) -> GraphNode {
    switch answer {
    case .value: value
    case .subject: subject
    case .nothing: GraphBuilder.null
    case .subjectIfTrue: builder.gamma(builder.truth(value), subject, GraphBuilder.null)
    case .subjectIfFalse: builder.gamma(builder.truth(value), GraphBuilder.null, subject)
    }
  }

  private mutating func closureBody(_ closure: NodeID) -> GraphNode {
    guard let body = tree.body(of: closure) else { return GraphBuilder.null }
    return tree.kind(body) == .block ? blockValue(body) : innerValue(body)
  }

  /// `name@{ … }`
  private func closureLabels(_ closure: NodeID) -> [NameID] {
    scopes.labels[closure].map { [$0] } ?? []
  }

  // MARK: - For each element

  private mutating func runRounds(
    _ call: InPlaceCall, _ closure: NodeID, _ block: Int, _ sequence: GraphNode, _ label: NameID
  ) -> GraphNode {
    let place = beginLoop(closure, over: call.given == .number ? nil : entered(sequence), [closure])
    exits[exits.count - 1].labels += [label] + closureLabels(closure)
    blocks.append(block)
    _ = bindBlock(closure, block, given(call.given, place, tree.parameters(of: closure).count, closure))
    if let body = tree.body(of: closure) { statement(body) }
    blocks.removeLast()
    endLoop(place)
    return call.answer == .subject ? sequence : GraphBuilder.null
  }

  private mutating func given(
    _ given: InPlaceCall.Given, _ loop: Int, _ count: Int, _ site: NodeID
  ) -> [GraphNode] {
    let element = builder.add(.element, payload: UInt32(loop), site: site)
    switch given {
    case .number: return [builder.add(.opaque, site: site)]
    case .numberedElements: return [builder.add(.opaque, site: site), element]
    // The key and the value of an entry.
    case .elements where count > 1:
      return (0..<count).map { place in
        let key = builder.integer(Int64(place), site: site)
        return builder.add(.index, [element, key], site: site)
      }
    default: return [element]
    }
  }

  // MARK: - Names

  /// Binds the parameters of a closure that runs here. The answer: what the flow calls each of them.
  private mutating func bindBlock(_ closure: NodeID, _ block: Int, _ given: [GraphNode]) -> [NameID?] {
    let parameters = tree.parameters(of: closure)
    guard !parameters.isEmpty else {
      guard let first = given.first, let key = scopes.key(of: rules.implicitParameter, in: block) else { return [] }
      flow.names[key] = first
      return [key]
    }
    return zip(parameters, given).map { parameter, value in
      guard let pattern = tree.children(of: parameter).first(where: { tree.kind($0).isPattern }) else { return nil }
      bind(pattern, to: value)
      return tree.kind(pattern) == .binding ? scopes.key(of: tree.name(pattern), in: block) : nil
    }
  }

  /// What the flow calls a name that a closure around this place declares, which runs here.
  func blockKey(_ name: NameID) -> NameID? {
    for block in blocks.reversed() {
      if let key = scopes.key(of: name, in: block) { return key }
    }
    return nil
  }
}
