import Diagnostics

extension Interpreter {
  /// What a property is that a property wrapper of the project holds: `@Stored("posts") var posts`.
  func unwrappedProperty(_ value: ScannedValue, _ variable: Variable) -> ScannedValue {
    guard variable.isWrapped, case .instance(let instance) = value, let type = index.type(key: instance.type),
      index.variable("wrappedValue", of: type, isStatic: false) != nil
    else { return value }
    return property("wrappedValue", of: value) ?? value
  }

  /// `$items.path = …`, `$items.predicates = …`: the listener behind a property of SwiftUI is another one from then on.
  /// False when the assignment is no such one.
  func changesWrapper(_ target: Expression, _ value: Expression) -> Bool {
    guard source.language == .swift, case .member(let base, let name) = target.kind,
      name == "path" || name == "predicates",
      case .name(let root) = base.kind, root.first == "$", let type = receiverType,
      let id = index.variable(String(root.dropFirst()), of: type, isStatic: false),
      case .call(var call)? = index.variables[id].variable.value?.kind, case .name("FirestoreQuery") = call.callee.kind
    else { return false }
    guard case .instance(let instance)? = receiver else { return false }
    let changed = name == "path" ? "collectionPath" : name
    state.set(Slot(owner: instance.object, name: "\(root).\(changed)"), evaluate(value))
    for label in ["collectionPath", "predicates"] {
      // What was assigned before stays.
      guard state[Slot(owner: instance.object, name: "\(root).\(label)")] != nil else { continue }
      call.arguments.removeAll { $0.label == label }
      call.arguments.append(Argument(label: label, value: Expression(.name("\(root).\(label)"), value.span)))
    }
    call.callee = Expression(.name("FirestoreQuery"), nameSpan(target))
    _ = evaluate(Expression(.call(call), target.span))
    return true
  }
}
