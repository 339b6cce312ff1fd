import Diagnostics
import SourceSemantics
import SourceSyntax
import SourceTokens

/// What other languages call the files of a language whose functions need no class: `PathsKt`.
extension Program {
  static func fileClasses(_ units: [Unit], _ names: inout NameTable) -> [NameID: UnitID] {
    var found: [NameID: UnitID] = [:]
    for (place, unit) in units.enumerated() where !unit.words.fileClassSuffix.isEmpty {
      let written = unit.tree.children(.annotation, of: unit.tree.root).first {
        unit.tree.name($0) == unit.words.fileClassAnnotation
      }
      let name = written.flatMap { unit.tree.firstText(below: $0) }
      found[name ?? names.intern(unit.fileClass)] = UnitID(UInt32(place))
    }
    return found
  }
}

extension Program.Unit {
  fileprivate var fileClass: String {
    let file = tree.unit.source.path.split(separator: "/").last ?? ""
    let stem = file.split(separator: ".").first ?? ""
    return stem.prefix(1).uppercased() + stem.dropFirst() + words.fileClassSuffix
  }
}

extension SyntaxTree {
  fileprivate func firstText(below node: NodeID) -> NameID? {
    if kind(node) == .text { return name(node) }
    return children(of: node).lazy.compactMap { self.firstText(below: $0) }.first
  }
}

extension Evaluator {
  mutating func fileClass(_ name: NameID) -> ValueID? {
    program.fileClasses[name].flatMap { module(.unit($0)) }
  }

  /// `Names.INSTANCE`: the one object that goes by the name.
  func isOwnInstance(_ name: NameID, of object: ValueID) -> Bool {
    let words = program.words
    guard name == words.instanceMember, name != .empty, arena.kind(object) == .object else { return false }
    let key = types[Int(arena[object].payload)].key
    return program.units[key.unit].tree[key.node].typeForm == .object
  }

  /// Other languages hand an extension what it is called on: `PathsKt.users(db)`.
  func isCalledOnFirst(_ callee: ValueID, _ arguments: [ValueID]) -> Bool {
    let function = functions[Int(arena[callee].payload)]
    return arena.value(callee, 0) == ValueArena.absent && function.graph.receiverType != nil
      && arguments.count > function.graph.parameters.count { $0.form == .plain && $0.initial == nil }
      && program.fileClasses.values.contains(UnitID(UInt32(function.key.unit)))
  }

  mutating func invokeOwn(onFirst callee: ValueID, _ arguments: [ValueID], _ info: CallShape) -> Applied {
    var (words, inner) = (Array(arena.words(callee)), info)
    words[0] = arguments[0].raw
    inner.labels = Array(info.labels.dropFirst())
    let method = arena.intern(
      .function, variant: FunctionForm.own, payload: arena[callee].payload, words, isOpen: isOpenFunction(words))
    return apply(method, Array(arguments.dropFirst()), shape(inner))
  }

  /// The default that the method of a base has, for which this one stands.
  mutating func initial(ofBaseOf function: Int, _ place: Int) -> ValueID? {
    let unit = program.units[functions[function].key.unit]
    guard unit.words.overridesKeepDefaults, functions[function].hasReceiver, let type = functions[function].type else {
      return nil
    }
    let name = unit.tree.name(functions[function].key.node)
    for base in lineage(type).dropFirst() {
      let body = self.function(types[base].key)
      guard let node = functions[body].graph.exits[name] else { continue }
      let value = self.value(node, of: body)
      guard arena.kind(value) == .function, arena[value].variant == FunctionForm.own else { continue }
      let method = Int(arena[value].payload)
      guard method != function, functions[method].graph.parameters.indices.contains(place) else { continue }
      let found = initial(method, place)
      if found != ValueArena.absent { return found }
    }
    return nil
  }
}
