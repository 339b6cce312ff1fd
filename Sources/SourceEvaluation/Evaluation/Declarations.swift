import SourceSemantics
import SourceSyntax
import SourceTokens

/// What decorators and declared types say.
extension Evaluator {
  private func annotations(_ function: Int) -> [NameID] {
    let key = functions[function].key
    let tree = program.units[key.unit].tree
    return tree.children(.annotation, of: key.node).map { tree.name($0) }
  }

  func unit(of function: Int) -> Program.Unit { program.units[functions[function].key.unit] }

  func isStatic(_ function: Int) -> Bool {
    let (tree, node) = (unit(of: function).tree, functions[function].key.node)
    let rules = unit(of: function).rules
    if tree[node].functionForm == .factory { return true }
    if annotations(function).contains(where: { rules.staticAnnotations.contains($0) }) { return true }
    guard !rules.staticModifiers.isEmpty else { return false }
    return tree.children(.modifier, of: node).contains { rules.staticModifiers.contains(tree.name($0)) }
  }

  func isClassMethod(_ function: Int) -> Bool {
    let modifiers = unit(of: function).words.classModifiers
    if !modifiers.isEmpty, declarationModifiers(function).contains(where: modifiers.contains) { return true }
    return annotations(function).contains { unit(of: function).words.classAnnotations.contains($0) }
  }

  /// The modifiers of a function, or of the variable that an accessor belongs to.
  private func declarationModifiers(_ function: Int) -> [NameID] {
    let (tree, node) = (unit(of: function).tree, functions[function].key.node)
    var declaration = node
    if tree.kind(node) == .accessor {
      let parents = unit(of: function).parents
      declaration = parents[Int(parents[Int(node.raw)].raw)]
    }
    return tree.children(.modifier, of: declaration).map { tree.name($0) }
  }

  func isAccessor(_ function: Int) -> Bool {
    let (tree, node) = (unit(of: function).tree, functions[function].key.node)
    if tree[node].functionForm == .getter || readFunctions.contains(function) { return true }
    return annotations(function).contains { unit(of: function).words.accessorAnnotations.contains($0) }
  }

  /// What the decorators of a function hand to its first parameter.
  mutating func handed(_ function: Int) -> ValueID? {
    guard let (outer, node) = functions[function].declaration else { return nil }
    let graph = functions[outer].graph
    let first = functions[function].graph.parameters.count * 2 + 1
    for decorator in graph.operands(node).dropFirst(first) {
      let value = value(decorator, of: outer)
      // Rows say what a decorator with arguments hands over.
      if arena.kind(value) == .record { return value }
      guard arena.kind(value) == .external, let row = decoratorRow(value) else { continue }
      return row
    }
    return nil
  }

  // MARK: - Declared types

  /// What a parameter or field of a declared type is when nothing else is known of it.
  mutating func value(ofType type: ValueID, _ site: Site, _ name: NameID) -> ValueID? {
    switch arena.kind(type) {
    case .made where arena.construct(type) == .returning: type
    case .external: typeRow(type)
    case .type where isEnumeration(type: Int(arena[type].payload)) && !program.words.absentCases.isEmpty:
      anyCase(of: Int(arena[type].payload), site)
    case .type: oneOf(type, site) ?? instance(of: Int(arena[type].payload))
    case .choice: value(ofTypes: arena.items(type).map(\.value), site, name)
    case .list where arena.items(type).count == 1 && arena.kind(arena.items(type)[0].value) == .external:
      typeRow(arena.items(type)[0].value).map {
        arena.make(.repeated, [$0, arena.unknown(.operation, OriginID(raw: 0))])
      }
    // `typeof db`: the type of a handle is what it is made of.
    case .query, .object: type
    case .made where isHandle(type): type
    default: nil
    }
  }

  /// One of several types, as far as values of them are known.
  private mutating func value(ofTypes types: [ValueID], _ site: Site, _ name: NameID) -> ValueID? {
    let values = types.compactMap { value(ofType: $0, site, name) }
    return anyOf(values, origin(site.function, site.node, extra: 13))
  }

  /// What a parameter is when nobody is known to call the function.
  mutating func rootValue(_ function: Int, _ place: Int) -> ValueID {
    let parameter = functions[function].graph.parameters[place]
    let own = unknown(.parameter, function, parameter.node, parameter.name)
    // Nobody is known to call the closure on anything.
    if parameter.isNamedOnly, parameter.label == Word.this.name { return ValueArena.absent }
    switch parameter.form {
    case .rest: return list([], isEnded: false)
    case .keywords: return own
    case .plain: break
    }
    if place == 0, let handed = handed(function) { return handed }
    let initial = initial(function, place)
    // A place that is there by default is what is meant where nobody is seen to say otherwise.
    if isHandle(initial) { return initial }
    guard let (outer, declared) = declaredType(function, place) else { return own }
    if functions[outer].graph[declared].operation != .absent {
      let type = value(declared, of: outer)
      if let value = value(ofType: type, Site(function: function, node: parameter.node), parameter.name) {
        if isHandle(value), let made = injected(parameter, of: function) { return made }
        return mayBeNothing(parameter, function) ? choose(isThere(own), value, ValueArena.null) : value
      }
      if initial == ValueArena.absent || isNothing(initial), isForeign(type, in: function) {
        return unknown(.foreign, function, parameter.node, parameter.name)
      }
    } else if let field = fieldValue(function, parameter) {
      return field
    }
    return rootValue(byDefault: initial, own)
  }

  /// The node of the type that a parameter is declared with, and the function that has the node.
  func declaredType(_ function: Int, _ place: Int) -> (function: Int, node: GraphNode)? {
    if let declared = functions[function].graph.parameters[place].declared { return (function, declared) }
    return functions[function].declaration.map { outer, node in
      (outer, functions[outer].graph.operand(node, place * 2 + 1))
    }
  }

  /// Whether the declared type says so: `after: DocumentSnapshot?`.
  func mayBeNothing(_ parameter: ValueGraph.Parameter, _ function: Int) -> Bool {
    parameter.type.map { unit(of: function).tree.kind($0) == .optionalType } ?? false
  }

  private mutating func isThere(_ value: ValueID) -> CondID {
    diagrams.condition(Atom(SubjectID(value.raw), .opaque(1)))
  }

  /// `this.db`: the type is that of the field.
  private mutating func fieldValue(_ function: Int, _ parameter: ValueGraph.Parameter) -> ValueID? {
    let (tree, type) = (unit(of: function).tree, functions[function].type)
    guard let type, tree[parameter.node].flags.contains(.property) else { return nil }
    let site = Site(function: function, node: parameter.node)
    for place in lineage(type) {
      let body = self.function(types[place].key)
      guard let field = functions[body].graph.fields.first(where: { $0.name == parameter.name }) else { continue }
      let type = value(field.type, of: body)
      if let value = value(ofType: type, site, parameter.name) { return value }
      return isForeign(type, in: function) ? unknown(.foreign, function, parameter.node, parameter.name) : nil
    }
    return nil
  }

  /// Whether a declared type is one of a package that is neither read nor an SDK's.
  mutating func isForeign(_ type: ValueID, in function: Int) -> Bool {
    // What is imported from a package, and not only named.
    if unit(of: function).rules.typesTell, arena.kind(type) == .external, path(type).count > 1 { return true }
    guard unit(of: function).words.hasNominalTypes else { return false }
    let name: NameID?
    switch arena.kind(type) {
    case .external:
      let path = path(type)
      guard models.module(of: path) == nil else { return false }
      // Whatever it is called, its module says that it is none of the SDK's.
      if path.count > 1, let module = path.first { return !program.names.contains(module, ["fire", "google"]) }
      name = path.last
    case .unknown: name = self.name(ofUnknown: type)
    default: return false
    }
    return name.map { program.names.isForeignClass($0) } ?? false
  }

  /// A name that is there by default is what is meant where nobody says otherwise; numbers and truth values may be any.
  private mutating func rootValue(byDefault value: ValueID, _ own: ValueID) -> ValueID {
    switch arena.kind(value) {
    case .text: orAny(value, own)
    case .made where sort(value) == .text: orAny(value, own)
    case .choice where arena.items(value).contains(where: { hasIdentity($0.value) }): orAny(value, own)
    // Options that may all be left out.
    case .record where arena.wordCount(value) == 0: own
    case .made, .query, .function, .type, .object, .list, .record, .choice, .external: value
    default: own
    }
  }

  /// Nobody says that callers do not mean something else: the default of an id is not the id of everybody.
  mutating func orAny(_ value: ValueID, _ own: ValueID) -> ValueID {
    choose(diagrams.condition(Atom(SubjectID(own.raw), .opaque(1))), value, own)
  }

  /// Where a type says which values it has, one of them.
  private mutating func oneOf(_ type: ValueID, _ site: Site) -> ValueID? {
    let place = Int(arena[type].payload)
    let key = types[place].key
    let unit = program.units[key.unit]
    guard !unit.words.closedTypes.isEmpty else { return nil }
    if unit.tree[key.node].typeForm == .enumeration {
      return anyOf(cases(place, type), origin(site.function, site.node))
    }
    let modifiers = unit.tree.children(.modifier, of: key.node).map { unit.tree.name($0) }
    guard modifiers.contains(where: { unit.words.closedTypes.contains($0) }) else { return nil }
    let leaves = family(place).filter { types[$0].subtypes.isEmpty && $0 != place }
    return anyOf(leaves.compactMap { singleObject($0) ?? instance(of: $0) }, origin(site.function, site.node))
  }

  private mutating func cases(_ type: Int, _ own: ValueID) -> [ValueID] {
    let body = function(types[type].key)
    let graph = functions[body].graph
    return graph.cells.indices.filter { graph.cells[$0].operation == .enumCase }.map { index in
      substitute(value(GraphNode(raw: UInt32(index)), of: body), bodyBinding(type, own))
    }
  }

  /// The one object of an `object`.
  mutating func singleObject(_ type: Int) -> ValueID? {
    let key = types[type].key
    guard program.units[key.unit].tree[key.node].typeForm == .object else { return nil }
    return creations[type]?.first
  }

  /// What a function or the members of an extension are called on when nothing says what.
  mutating func extended(_ type: Int) -> ValueID? {
    let tree = program.units[types[type].key.unit].tree
    guard tree.child(.receiver, of: types[type].key.node) != nil else { return nil }
    return types[type].bases.first
  }
}
