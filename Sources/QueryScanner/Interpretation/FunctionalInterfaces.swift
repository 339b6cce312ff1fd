import Diagnostics

/// Functions as objects: Java's functional interfaces, Kotlin's `invoke`, JavaScript's `call` and `apply`.
extension Interpreter {
  /// `f.apply(query)` where `f` is a function; nil when the receiver is none, or the method does not call it.
  func callFunctional(
    _ name: String, on receiver: ScannedValue, _ arguments: [CallArgument], _ call: Call
  ) -> ScannedValue? {
    switch receiver {
    case .function: return handedOver(arguments, by: name).map { apply(receiver, $0, isOpen: name != "call") }
    case .unknown(let unknown):
      guard isPackaged, let type = unknown.type, type.isFunctional, index.type(named: type.name, from: file) == nil,
        TypeName.callingMethods.contains(name)
      else { return nil }
      return result(ofUnknown: unknown, arguments, nameSpan(call.callee))
    default: return nil
    }
  }

  /// What the function gets; nil for a method that does something else with it.
  private func handedOver(_ arguments: [CallArgument], by name: String) -> [CallArgument]? {
    switch source.language {
    // Whatever its interface calls the only method; these are what the interfaces of the language have beside it.
    case .java: return TypeName.otherMethods.contains(name) ? nil : arguments
    case .kotlin: return TypeName.callingMethods.contains(name) ? arguments : nil
    case .javascript, .typescript:
      switch name {
      case "call": return Array(arguments.dropFirst())
      // Whoever gets the bound function calls it.
      case "bind": return arguments.count > 1 ? Array(arguments.dropFirst()) : nil
      case "apply":
        guard arguments.count > 1, case .list(let list) = arguments[1].value else { return [] }
        return list.elements.map { CallArgument(value: $0, span: arguments[1].span) }
      default: return nil
      }
    case .dart: return name == "call" ? arguments : nil
    case .swift, .python, .markdown: return nil
    }
  }

  /// What a function returns of which only the type is known. When it makes a query of a query, the result looks where
  /// that one looked before, whatever the function adds.
  func result(ofUnknown function: UnknownValue, _ arguments: [CallArgument], _ span: Span) -> ScannedValue {
    guard let result = function.type?.resultOfFunction, let typed = typedValue(result, file: file) else {
      return unknownCall(arguments)
    }
    let queries = arguments.compactMap { argument in if case .query(let draft) = argument.value { draft } else { nil } }
    guard case .query = typed, queries.count == 1, let base = queries.first else {
      _ = unknownCall(arguments)
      return typed
    }
    for argument in arguments { markUsed(argument.value) }
    return built(.query(base.applying(.unknown, at: location(span))), span)
  }
}

extension TypeName {
  /// What functions are called by: of `java.util.function`, `java.util.concurrent`, Guava and RxJava.
  static let callingMethods: Set<String> = ["apply", "get", "accept", "test", "call", "invoke", "run"]
  /// What the same interfaces have as methods with a body.
  static let otherMethods: Set<String> = [
    "andThen", "compose", "negate", "and", "or", "equals", "hashCode", "toString",
  ]

  private static let functional: Set<String> = [
    "Function", "BiFunction", "UnaryOperator", "BinaryOperator", "Supplier", "Callable", "Consumer", "BiConsumer",
    "Predicate", "BiPredicate", "Func", "Func1", "Func2", "ApiFunction",
  ]

  /// The name alone, without a package.
  private var simpleName: String { name.split(separator: ".").last.map(String.init) ?? name }

  var isFunctional: Bool { name == Self.function || Self.functional.contains(simpleName) }

  /// What a function of this type returns; nil when it is no type of functions, or that has no name.
  var resultOfFunction: TypeName? {
    if name == Self.function { return arguments.last }
    switch simpleName {
    case "Consumer", "BiConsumer", "Predicate", "BiPredicate": return nil
    default: return Self.functional.contains(simpleName) ? arguments.last : nil
    }
  }
}
