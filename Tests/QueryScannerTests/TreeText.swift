import Diagnostics
import QueryScanner

/// Trees as short code-like text, one statement per line, so that a test states a whole tree.
enum TreeText {
  /// The tree of a piece of code, named like a file of its language.
  static func lines(_ code: String, _ fileName: String) -> [String] {
    SourceReader.read(SourceText(path: fileName, text: code)).flatMap { $0.statements.map(text) }
  }

  static func text(_ expression: Expression) -> String {
    switch expression.kind {
    case .name(let name): name
    case .text(let parts): "\"" + parts.map(text).joined() + "\""
    case .integer(let value): "\(value)"
    case .number: "<number>"
    case .boolean(let value): "\(value)"
    case .null: "null"
    case .list(let elements): "[\(all(elements))]"
    case .record(let entries): "{\(entries.map(text).joined(separator: ", "))}"
    case .spread(let value): "...\(text(value))"
    case .member(let operand, let name): "\(text(operand)).\(name)"
    case .implicitMember(let name): ".\(name)"
    case .index(let operand, let indices): "\(text(operand))[\(all(indices))]"
    case .call(let call):
      "\(call.isConstruction ? "new " : "")\(call.isElement ? "element " : "")\(text(call.callee))(\(call.arguments.map(text).joined(separator: ", ")))"
    case .closure(let closure): text(closure)
    case .conditional(let condition, let then, let otherwise):
      "(\(text(condition)) ? \(text(then)) : \(text(otherwise)))"
    case .fallback(let left, let right): "(\(text(left)) ?? \(text(right)))"
    case .concatenation(let operands): "(\(operands.map(text).joined(separator: " + ")))"
    case .assignment(let target, let value, let isCompound):
      "\(text(target)) \(isCompound ? "op=" : "=") \(text(value))"
    case .cascade(let receiver, let sections): "cascade(\(all([receiver] + sections)))"
    case .cascadeReceiver: "_"
    case .statements(let statements): "do \(block(statements))"
    case .other(let operands): "<\(all(operands))>"
    }
  }

  static func text(_ statement: Statement) -> String {
    switch statement.kind {
    case .variable(let variable): text(variable)
    case .expression(let value): text(value)
    case .result(let value): value.map { "return \(text($0))" } ?? "return"
    case .condition(let condition): text(condition)
    case .selection(let selection):
      "switch \(selection.subject.map(text) ?? "")\(selection.cases.map(text).joined())"
    case .loop(let loop): text(loop)
    case .attempt(let body, let handlers, let finally):
      "try \(block(body))" + handlers.map { " catch \(block($0))" }.joined()
        + (finally.isEmpty ? "" : " finally \(block(finally))")
    case .block(let statements): block(statements)
    case .function(let function): text(function)
    case .type(let type): text(type)
    case .imported(let module):
      "import \(module.module)"
        + module.names.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    case .leave(.breaking): "break"
    case .leave(.continuing): "continue"
    case .leave(.throwing(let value)): "throw \(value.map(text) ?? "")"
    case .other(let values): "<\(all(values))>"
    }
  }

  static func text(_ pattern: Pattern) -> String {
    switch pattern {
    case .name(let name): name
    case .record(let entries):
      "{"
        + entries.map { "\($0.key): \(text($0.pattern))\($0.defaultValue.map { " = \(text($0))" } ?? "")" }
        .joined(separator: ", ") + "}"
    case .list(let patterns): "[\(patterns.map(text).joined(separator: ", "))]"
    case .ignored: "_"
    }
  }

  static func text(_ type: TypeName) -> String {
    type.name + (type.arguments.isEmpty ? "" : "<\(type.arguments.map(text).joined(separator: ", "))>")
  }

  // MARK: - Parts

  private static func all(_ expressions: [Expression]) -> String { expressions.map(text).joined(separator: ", ") }
  private static func block(_ statements: [Statement]) -> String {
    "{ \(statements.map(text).joined(separator: "; ")) }"
  }

  private static func text(_ part: TextPart) -> String {
    switch part {
    case .literal(let text): text
    case .interpolation(let value): "\\(\(text(value)))"
    }
  }

  private static func text(_ entry: RecordEntry) -> String {
    switch entry.key {
    case .name(let name): "\(name): \(text(entry.value))"
    case .computed(let key): "[\(text(key))]: \(text(entry.value))"
    case .spread: "...\(text(entry.value))"
    }
  }

  private static func text(_ argument: Argument) -> String {
    (argument.label.map { "\($0): " } ?? "") + text(argument.value)
  }

  private static func text(_ closure: Closure) -> String {
    "{ (\(closure.parameters.map(text).joined(separator: ", "))) in"
      + closure.body.map { " \(text($0))" }.joined(separator: ";") + (closure.returnsLastExpression ? " ^ }" : " }")
  }

  private static func text(_ parameter: Parameter) -> String {
    (parameter.isProperty ? "property " : "") + (parameter.isVariadic ? "..." : "")
      + (parameter.label.map { "\($0) " } ?? "") + text(parameter.pattern)
      + (parameter.type.map { ": \(text($0))" } ?? "") + (parameter.defaultValue.map { " = \(text($0))" } ?? "")
  }

  private static func text(_ variable: Variable) -> String {
    (variable.isStatic ? "static " : "") + "var \(text(variable.pattern))"
      + (variable.type.map { ": \(text($0))" } ?? "") + (variable.value.map { " = \(text($0))" } ?? "")
      + (variable.getter.map { " get \(block($0))" } ?? "")
  }

  private static func text(_ condition: Condition) -> String {
    let tests = condition.tests.map(text) + condition.bindings.map(text)
    return "\(condition.isGuard ? "guard" : "if") \(tests.joined(separator: ", "))"
      + (condition.isGuard ? "" : " \(block(condition.then))")
      + (condition.otherwise.isEmpty ? "" : " else \(block(condition.otherwise))")
  }

  private static func text(_ branch: Selection.Case) -> String {
    let patterns =
      branch.patterns.map(text) + branch.bindings.map { "let \($0)" } + (branch.isDefault ? ["default"] : [])
    return " case \(patterns.joined(separator: ", ")): \(block(branch.body))\(branch.fallsThrough ? " falls" : "")"
  }

  private static func text(_ loop: Loop) -> String {
    "for" + (loop.binding.map { " \(text($0))" } ?? "") + (loop.sequence.map { " in \(text($0))" } ?? "")
      + (loop.prelude.isEmpty ? "" : " \(block(loop.prelude))")
      + (loop.tests.isEmpty ? "" : " while \(all(loop.tests))") + " \(block(loop.body))"
  }

  private static func text(_ function: Function) -> String {
    (function.isStatic ? "static " : "") + (function.isConstructor ? "init " : "func ")
      + (function.extendedType.map { "\(text($0))." } ?? "") + function.name
      + "(\(function.parameters.map(text).joined(separator: ", ")))"
      + (function.returnType.map { " -> \(text($0))" } ?? "")
      + (function.body.map { " \(block($0))" } ?? "") + (function.returnsLastExpression ? " ^" : "")
  }

  private static func text(_ type: TypeDeclaration) -> String {
    let supertypes = type.supertypes.isEmpty ? "" : ": \(type.supertypes.map(text).joined(separator: ", "))"
    let constructor =
      type.constructorParameters.isEmpty ? "" : "(\(type.constructorParameters.map(text).joined(separator: ", ")))"
    let cases = type.cases.map { example in
      "case \(example.name)"
        + (example.arguments.isEmpty ? "" : "(\(example.arguments.map(text).joined(separator: ", ")))")
    }
    return "\(type.kind) \(type.name)\(constructor)\(supertypes) "
      + "{ \((cases + type.members.map(text)).joined(separator: "; ")) }"
  }
}
