package import SourceEvaluation
package import SourceSemantics
package import SourceTokens

/// A language that is evaluated by demand.
package enum EvaluatedLanguage: Sendable {
  case python, script, page, kotlin, java, dart, swift

  package init?(_ language: SourceLanguage) {
    switch language {
    case .python: self = .python
    case .javascript, .typescript: self = .script
    case .page: self = .page
    case .kotlin: self = .kotlin
    case .java: self = .java
    case .dart: self = .dart
    case .swift: self = .swift
    default: return nil
    }
  }

  package func rules(_ names: inout NameTable) -> ScopeRules {
    switch self {
    case .python: PythonLanguage.rules(&names)
    case .script: ScriptLanguage.rules(&names)
    case .page: ScriptLanguage.pageRules(&names)
    case .kotlin: JVMLanguage.kotlinRules(&names)
    case .java: JVMLanguage.javaRules(&names)
    case .dart: DartLanguage.rules(&names)
    case .swift: SwiftLanguage.rules(&names)
    }
  }

  package func words(_ names: inout NameTable) -> LanguageWords {
    switch self {
    case .python: PythonLanguage.words(&names)
    case .script, .page: ScriptLanguage.words(&names)
    case .kotlin: JVMLanguage.kotlinWords(&names)
    case .java: JVMLanguage.words(&names)
    case .dart: DartLanguage.words(&names)
    case .swift: SwiftLanguage.words(&names)
    }
  }

  /// The rows of the SDKs and libraries of a family; nil where it is not read in this way.
  package static func models(of family: SourceLanguage.Family) -> String? {
    switch family {
    case .python: PythonModels.text
    case .script: ScriptModels.text
    case .jvm: JVMModels.text
    case .dart: DartModels.text
    case .swift: SwiftModels.text
    default: nil
    }
  }
}
