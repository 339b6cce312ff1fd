// FB3102 unknown-function error
//
// means: The expression calls a function that does not exist. The call is an error at run time, and an error denies.
// why: Functions are looked up when they are called. `toLowerCase`, `includes`, `startsWith` and `length` belong to
//   JavaScript; `bool()` and `math.isInfinite()` are in the documentation and missing in production. A declared
//   function is visible in the block that declares it and in blocks inside.
// example:
//   allow read: if 1️⃣resource.data.title.toLowerCase() == 'x';    // lower()
//   allow write: if 2️⃣resource.data.title.startsWith('x');       // matches('x.*')
// fix: Use the function that the finding names, or move the declaration to a block around all of its callers.
// ignore: Never; the call can only be an error.

package import Diagnostics
import FirestoreRulesEvaluator
import FirestoreRulesLanguage

/// A function or method that does not exist (FB3102). The source compiles, and the call is an error.
package enum UnknownFunctions: RulesLint {
  package static let codes: [DiagnosticCode] = [.unknownFunction]

  package static func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.types.problems.compactMap { expression, problem in
      let (message, help): (String, String?)
      switch problem {
      case .unknownFunction(let name, let visible):
        message = "there is no function \(QuotedText.of(name))"
        help =
          elsewhere(name, subject) ?? FunctionSuggestions.function(name, visible)
          ?? "declare it: `function \(name)(…) { return …; }`"
      case .unknownMethod(let owner, let name):
        if SetListMix.mixes(owner, name) { return nil }
        if let variable = ElementMacro.variable(of: expression, subject.types) {
          message =
            "rules cannot look at each element of a list: there is no \(QuotedText.of("\(name)(\(variable), …)"))"
          help = ElementMacro.help
          break
        }
        message = self.message(owner, name)
        help = isProperty(name, of: owner) ? "`\(name)` is a property: remove the parentheses" : method(owner, name)
      case .unknownNamespaceFunction(let name):
        message = "there is no function \(QuotedText.of(name))"
        help = FunctionSuggestions.namespaceFunction(name)
      default: return nil
      }
      return Diagnostic(.unknownFunction, message, at: subject.location(expression.span), help: help)
    }
  }

  private static func message(_ owner: InferredType, _ name: String) -> String {
    let isKnown = !BuiltinSignature.methods(named: name).isEmpty && owner.kinds.text != "any"
    if isKnown { return "\(owner.kinds.text) has no method \(QuotedText.of(name))" }
    return "there is no method \(QuotedText.of(name))"
  }

  private static func method(_ owner: InferredType, _ name: String) -> String? {
    FunctionSuggestions.method(name, of: owner.kinds)
  }

  private static func isProperty(_ name: String, of owner: InferredType) -> Bool {
    owner.kinds.contains(.map) && owner.label != nil && owner.fields[name] != nil
  }

  /// A function that is declared where the call cannot see it.
  private static func elsewhere(_ name: String, _ subject: LintSubject) -> String? {
    guard let function = subject.functions.first(where: { $0.declaration.name.text == name }) else { return nil }
    guard let scope = function.scope else { return nil }
    let path = QuotedText.of(subject.scopes[scope].path)
    return "`\(name)` is declared in the block \(path) and visible only there: move it to a block around both"
  }
}

/// A call such as `list.any(x, x > 1)`, as the Common Expression Language has it: its first argument is a variable that
/// stands for each element, and rules have nothing of the kind.
private enum ElementMacro {
  static let help =
    "use `hasAny([…])`, `hasAll([…])` or `hasOnly([…])`, a map that has the values as keys (`value in map`), or store the "
    + "list as it is compared"

  /// The variable; nil where the call is something else.
  static func variable(of expression: Expression, _ types: InferredTypes) -> String? {
    guard case .method(_, _, let arguments) = expression.kind, arguments.count > 1,
      case .name(let name) = arguments[0].kind
    else { return nil }
    let isUnknown = types.problems.contains { place, problem in
      if case .unknownName = problem { place.id == arguments[0].id } else { false }
    }
    return isUnknown ? name : nil
  }
}

/// What people write for functions that have another name here.
enum FunctionSuggestions {
  static func function(_ name: String, _ visible: [String]) -> String? {
    if let hint = functions[name] ?? methods[name] { return hint }
    let builtins = BuiltinFunction.allCases.map(\.rawValue).filter { !$0.contains(".") }
    let known = visible + builtins + DocumentFunction.allCases.map(\.rawValue)
    return NameSuggestion.nearest(to: name, among: known).map { "did you mean `\($0)`?" }
  }

  static func namespaceFunction(_ name: String) -> String? {
    if name == "math.isInfinite" {
      return "documentation names it, and it is missing in production: compare with the largest value that you accept"
    }
    if ["math.min", "math.max"].contains(name) { return "write a condition: `a < b ? a : b`" }
    if name == "timestamp.now" { return "did you mean `request.time`?" }
    let known = BuiltinFunction.allCases.map(\.rawValue).filter { $0.contains(".") }
    if let nearest = NameSuggestion.nearest(to: name, among: known) { return "did you mean `\(nearest)`?" }
    let namespace = name.prefix { $0 != "." }
    let siblings = known.filter { $0.hasPrefix("\(namespace).") }
    return "there are \(siblings.map { "`\($0)`" }.joined(separator: ", "))"
  }

  static func method(_ name: String, of kinds: Kinds) -> String? {
    if !kinds.contains(.list), !kinds.contains(.set), ["hasAll", "hasAny", "hasOnly"].contains(name) {
      if kinds.contains(.map) { return "maps have it for their keys: `keys().\(name)(…)`" }
      if kinds.contains(.mapDiff) { return "take the keys first: `affectedKeys().\(name)(…)`" }
    }
    if let hint = methods[name] { return hint }
    let receivers = Set(BuiltinSignature.methods(named: name).compactMap(\.receiver))
    if !receivers.isEmpty {
      let types = RuleType.allCases.filter(receivers.contains).map(\.rawValue)
      return "`\(name)` is a method of \(types.joined(separator: ", "))"
    }
    let known = BuiltinSignature.methods.filter { form in form.receiver.map { kinds.contains($0) } ?? false }
    let nearest = NameSuggestion.nearest(to: name, among: Array(Set(known.map(\.name))).sorted())
    return nearest.map { "did you mean `\($0)`?" }
  }

  private static let functions = [
    "bool": "no such conversion exists: compare, for instance `value == true` or `value == 'true'`",
    "bytes": "no such conversion exists: write `b'…'` or `text.toUtf8()`", "str": "did you mean `string`?",
    "number": "did you mean `int` or `float`?", "Number": "did you mean `int` or `float`?",
    "parseInt": "did you mean `int`?", "parseFloat": "did you mean `float`?",
    "timestamp": "write `timestamp.date(year, month, day)` or `timestamp.value(milliseconds)`",
    "Date": "write `timestamp.date(year, month, day)` or `request.time`", "now": "did you mean `request.time`?",
    "duration": "write `duration.value(1, 'h')`", "latlng": "write `latlng.value(latitude, longitude)`",
    "isset": "test for a field with `'field' in resource.data`",
    "has": "test for a field with `'field' in resource.data`", "abs": "did you mean `math.abs`?",
    "len": "`size()` is a method: `value.size()`", "size": "`size()` is a method: `value.size()`",
    "isArray": "write `value is list`", "isNumber": "write `value is number`", "isString": "write `value is string`",
  ]

  private static let methods = [
    "toLowerCase": "did you mean `lower()`?", "toUpperCase": "did you mean `upper()`?",
    "length": "did you mean `size()`?", "len": "did you mean `size()`?", "count": "did you mean `size()`?",
    "includes": "write `value in list`", "contains": "write `value in list`; for texts `text.matches('.*part.*')`",
    "indexOf": "write `value in list`; for texts `text.matches('.*part.*')`",
    "startsWith": "write `text.matches('start.*')`", "endsWith": "write `text.matches('.*end')`",
    "substring": "write `text[from:to]`", "substr": "write `text[from:to]`", "slice": "write `value[from:to]`",
    "toString": "did you mean `string(value)`?", "toInt": "did you mean `int(value)`?",
    "hasOwnProperty": "write `'key' in map`", "hasKey": "write `'key' in map`", "containsKey": "write `'key' in map`",
    "exists": "write `'field' in map`, or `exists(path)` for a document", "equals": "compare with `==`",
    "getTime": "did you mean `toMillis()`?", "valueOf": "did you mean `toMillis()`?",
    "push": "did you mean `concat`?", "add": "did you mean `concat`?", "test": "did you mean `matches`?",
    "match": "did you mean `matches`?", "replaceAll": "did you mean `replace`?",
    "every": noLoops, "some": noLoops, "filter": noLoops, "map": noLoops, "forEach": noLoops, "find": noLoops,
    "any": noLoops, "all": noLoops, "exists_one": noLoops, "reduce": noLoops,
  ]

  private static let noLoops = "rules have no loops: use `hasAll`, `hasAny` or `hasOnly`, or test elements by index"
}
