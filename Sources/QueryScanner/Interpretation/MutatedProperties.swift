import Diagnostics

/// Which properties other code than constructors assigns, or hands to the platform to assign (SwiftUI's bindings): what
/// they hold at first is only one of their values.
struct MutatedProperties {
  /// Assigned through something: `model.sort = …`, `$model.sort`.
  private var ofAny: Set<String> = []
  /// Assigned in the type's own code.
  private var own: [Int: Set<String>] = [:]

  /// Handed on as a binding.
  private var bound: Set<String> = []

  init(_ index: DeclarationIndex) {
    for info in index.functions where !info.isConstructor {
      for statement in info.body ?? [] { note(statement, info.type) }
    }
    for info in index.variables {
      info.variable.value?.forEachNode { note($0, info.type) }
      for statement in info.variable.getter ?? [] { note(statement, info.type) }
    }
  }

  func contains(_ name: String, of type: Int) -> Bool { ofAny.contains(name) || own[type]?.contains(name) == true }

  func isBound(_ name: String) -> Bool { bound.contains(name) }

  private mutating func note(_ statement: Statement, _ type: Int?) { statement.forEachNode { note($0, type) } }

  private mutating func note(_ node: Expression, _ type: Int?) {
    switch node.kind {
    case .assignment(let target, _, _): note(target: target, type)
    case .name(let name):
      guard name.isBinding, name.count > 1 else { return }
      bound.insert(String(name.dropFirst()))
      if let type { own[type, default: []].insert(String(name.dropFirst())) }
    case .member(let base, let name):
      if case .name(let root) = base.kind, root.isBinding, root.dropFirst().first?.isLetter == true {
        bound.insert(name)
        ofAny.insert(name)
      }
    default: break
    }
  }

  private mutating func note(target: Expression, _ type: Int?) {
    switch target.kind {
    case .name(let name): if let type { own[type, default: []].insert(name) }
    case .member(let base, let name):
      if case .name("self") = base.kind, let type {
        own[type, default: []].insert(name)
      } else if case .name("this") = base.kind, let type {
        own[type, default: []].insert(name)
      } else {
        ofAny.insert(name)
      }
    default: break
    }
  }
}

extension String {
  fileprivate var isBinding: Bool { utf8.first == UInt8(ascii: "$") }
}

extension Interpreter {
  /// What a property holds of which only the first value is known.
  func widened(_ initial: ScannedValue, _ info: VariableInfo, of type: Int) -> ScannedValue {
    guard mutated.contains(info.name, of: info.type ?? type) else { return initial }
    let unknown = ScannedValue.unknown(UnknownValue(.other, name: info.name, type: info.variable.type))
    switch initial {
    case .boolean, .integer: return unknown
    case .text: return initial.knownText == "" ? unknown : ScannedValue.oneOf([initial, unknown])
    case .instance(let instance):
      guard isEnumCase(instance), let id = index.type(key: instance.type), index.types[id].cases.count > 1 else {
        return initial
      }
      return .unknown(UnknownValue(.other, name: info.name, type: TypeName(index.types[id].name)))
    default: return initial
    }
  }
}
