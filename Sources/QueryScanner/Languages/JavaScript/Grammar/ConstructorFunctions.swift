import Diagnostics

/// Classes as they were written before there was a word for them: a function that is called with `new`, and methods that
/// are assigned to its `prototype`.
enum ConstructorFunctions {
  /// The statements of a file with such functions as the types that they stand for.
  static func arranged(_ source: ParsedSource) -> ParsedSource {
    var arranged = source
    arranged.statements = arranged.statements.flatMap(methods)
    let names = Set(arranged.statements.compactMap(\.extendedName))
    if names.isEmpty { return source }
    arranged.statements = arranged.statements.map { statement in
      guard case .function(var function) = statement.kind, function.extendedType == nil, names.contains(function.name)
      else { return statement }
      var declaration = TypeDeclaration(name: function.name, kind: .concrete)
      function.name = "constructor"
      function.isConstructor = true
      declaration.members = [Statement(.function(function), statement.span)]
      return Statement(.type(declaration), statement.span)
    }
    return arranged
  }

  /// `A.prototype = { b: function () { … }, c() { … } }`
  static func prototype(_ owner: Expression, _ value: Expression, _ span: Span) -> Statement? {
    guard case .member(let type, "prototype") = owner.kind, case .name(let name) = type.kind,
      case .record(let entries) = value.kind
    else { return nil }
    let methods = entries.compactMap { entry -> Statement? in
      guard case .name(let key) = entry.key, var function = entry.value.function(named: key) else { return nil }
      function.extendedType = TypeName(name)
      return Statement(.function(function), entry.value.span)
    }
    return methods.isEmpty ? nil : Statement(.block(methods), span)
  }

  private static func methods(_ statement: Statement) -> [Statement] {
    guard case .block(let inner) = statement.kind, !inner.isEmpty, inner.allSatisfy({ $0.extendedName != nil }) else {
      return [statement]
    }
    return inner
  }
}

extension Statement {
  fileprivate var extendedName: String? {
    if case .function(let function) = kind { function.extendedType?.name } else { nil }
  }
}
