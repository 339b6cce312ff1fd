package import SourceEvaluation
package import SourceSemantics
import SourceSyntax
package import SourceTokens

/// What lowering and evaluation have to know of JavaScript and TypeScript.
package enum ScriptLanguage {
  package static func rules(_ names: inout NameTable) -> ScopeRules {
    var rules = ScopeRules()
    rules.receiverNames = [Word.this.name]
    rules.chainsAreShorted = true
    rules.classMember = names.intern("constructor")
    rules.staticModifiers = [Word.static.name]
    rules.indexNamesMembers = true
    rules.casesAreValues = true
    rules.casesAreNumbers = true
    rules.hoistsFunctions = true
    rules.blocksScopeNames = true
    rules.functionScopedWords = [Word.var.name]
    rules.casesFallThrough = true
    rules.breakLeavesSelections = true
    rules.nothingNames = [Word.undefined.name]
    rules.yieldAnswers = true
    rules.recordsAreReceivers = true
    rules.prototypeName = names.intern("prototype")
    rules.sharesScriptNames = true
    rules.exportNames = [Word.module.name, names.intern("exports")]
    rules.childrenName = names.intern("children")
    for name in ["Promise", "Readonly", "Partial", "Required", "NonNullable", "Awaited", "Ref", "ComputedRef"] {
      rules.transparentTypes.insert(names.intern(name))
    }
    for name in ["Input", "Prop", "PropSync", "VModel", "Model", "property"] {
      rules.outsideWrappers.insert(names.intern(name))
    }
    for name in ["forEach", "map", "flatMap"] { rules.loopMethods.insert(names.intern(name)) }
    for name in ["push", "unshift", "add", "set", "next", "update"] { rules.changingMethods.insert(names.intern(name)) }
    return rules
  }

  /// The markup of a page.
  package static func pageRules(_ names: inout NameTable) -> ScopeRules {
    var rules = rules(&names)
    rules.seesScripts = true
    return rules
  }

  package static func words(_ names: inout NameTable) -> LanguageWords {
    var words = LanguageWords()
    words.namesDecide = true
    words.missingIsNothing = true
    return words
  }
}
