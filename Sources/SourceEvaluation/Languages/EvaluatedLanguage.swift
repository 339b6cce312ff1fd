package import SourceSemantics
package import SourceTokens

/// A language that is evaluated by demand.
package enum EvaluatedLanguage: Sendable {
  case python

  package init?(_ language: SourceLanguage) {
    switch language {
    case .python: self = .python
    default: return nil
    }
  }

  package func rules(_ names: inout NameTable) -> ScopeRules {
    switch self {
    case .python: PythonLanguage.rules(&names)
    }
  }

  package func words(_ names: inout NameTable) -> LanguageWords {
    switch self {
    case .python: PythonLanguage.words(&names)
    }
  }

  /// The rows of the SDKs and libraries of a family; nil where it is not read in this way.
  package static func models(of family: SourceLanguage.Family) -> String? {
    switch family {
    case .python: PythonModels.text
    default: nil
    }
  }
}
