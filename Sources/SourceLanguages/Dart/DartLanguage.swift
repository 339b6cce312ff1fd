package import SourceEvaluation
package import SourceSemantics
import SourceSyntax
package import SourceTokens

/// What lowering and evaluation have to know of Dart.
package enum DartLanguage {
  package static func rules(_ names: inout NameTable) -> ScopeRules {
    var rules = ScopeRules()
    rules.implicitReceiver = true
    rules.receiverNames = [Word.this.name]
    rules.chainsAreShorted = true
    rules.staticModifiers = [Word.static.name]
    rules.defaultAnnotations = [names.intern("Default")]
    rules.callsBase = true
    rules.typesTell = true
    rules.breakLeavesSelections = true
    rules.emptyCasesFallThrough = true
    rules.blocksScopeNames = true
    rules.recordsYieldEntries = true
    rules.pairsComeApart = true
    rules.loopMethods = [names.intern("forEach")]
    for name in ["add", "addAll", "insert", "insertAll", "putIfAbsent", "addEntries"] {
      rules.changingMethods.insert(names.intern(name))
    }
    for name in ["Future", "FutureOr", "Stream"] { rules.transparentTypes.insert(names.intern(name)) }
    return rules
  }

  package static func words(_ names: inout NameTable) -> LanguageWords {
    var words = LanguageWords()
    words.caseName = names.intern("name")
    words.leftOutIsNull = true
    words.copyMethod = names.intern("copyWith")
    words.closedTypes = [Word.sealed.name]
    words.hasNominalTypes = true
    return words
  }
}
