package import SourceEvaluation
package import SourceSemantics
import SourceSyntax
package import SourceTokens

/// What lowering and evaluation have to know of Python.
package enum PythonLanguage {
  package static func rules(_ names: inout NameTable) -> ScopeRules {
    var rules = ScopeRules()
    rules.assignmentDeclares = true
    rules.receiverIsParameter = true
    rules.classMember = names.intern("__class__")
    rules.classFunction = names.intern("type")
    rules.declaredFieldsAreArguments = true
    rules.staticAnnotations = [names.intern("staticmethod")]
    for name in ["Optional", "Union", "Annotated", "Awaitable", "Final", "ClassVar", "Coroutine"] {
      rules.transparentTypes.insert(names.intern(name))
    }
    return rules
  }

  package static func words(_ names: inout NameTable) -> LanguageWords {
    var words = LanguageWords()
    words.initializer = names.intern("__init__")
    words.enter = names.intern("__enter__")
    words.accessorAnnotations = [names.intern("property"), names.intern("cached_property")]
    words.classAnnotations = [names.intern("classmethod")]
    words.enumerations = [names.intern("Enum"), names.intern("StrEnum"), names.intern("IntEnum")]
    return words
  }
}
