package import SourceSemantics
import SourceSyntax
package import SourceTokens

/// What lowering and evaluation have to know of Python.
package enum PythonLanguage {
  package static func rules(_ names: inout NameTable) -> ScopeRules {
    ScopeRules(
      assignmentDeclares: true, receiverIsParameter: true, staticAnnotations: [names.intern("staticmethod")],
      receiverNames: [], baseName: Word.super.name,
      transparentTypes: [
        names.intern("Optional"), names.intern("Union"), names.intern("Annotated"), names.intern("Awaitable"),
        names.intern("Final"), names.intern("ClassVar"), names.intern("Coroutine"),
      ])
  }

  package static func words(_ names: inout NameTable) -> LanguageWords {
    LanguageWords(
      initializer: names.intern("__init__"), enter: names.intern("__enter__"),
      accessorAnnotations: [names.intern("property"), names.intern("cached_property")],
      classAnnotations: [names.intern("classmethod")],
      enumerations: [names.intern("Enum"), names.intern("StrEnum"), names.intern("IntEnum")])
  }
}

extension PythonLanguage {
  /// How other units call the one at a path: `app/users.py` is `app.users`, and `app/__init__.py` is `app`.
  package static func path(_ file: String) -> String {
    var parts = file.split(separator: "/").map(String.init)
    guard let last = parts.popLast() else { return file }
    let name = last.split(separator: ".").dropLast().joined(separator: ".")
    if name != "__init__" { parts.append(name.isEmpty ? last : name) }
    return parts.joined(separator: ".")
  }
}
