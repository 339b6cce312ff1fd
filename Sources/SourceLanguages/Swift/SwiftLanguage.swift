package import SourceEvaluation
package import SourceSemantics
import SourceSyntax
package import SourceTokens

/// What lowering and evaluation have to know of Swift.
package enum SwiftLanguage {
  package static func rules(_ names: inout NameTable) -> ScopeRules {
    var rules = ScopeRules()
    rules.implicitReceiver = true
    rules.overloads = true
    rules.methodsStandApart = true
    rules.takesCasesApart = true
    rules.casesAreExhaustive = true
    rules.castsNameTypes = true
    rules.singleExpressionIsValue = true
    rules.parametersAreConstant = true
    rules.breakLeavesSelections = true
    rules.blocksScopeNames = true
    rules.pairsComeApart = true
    rules.optionalsBeginEmpty = true
    rules.optionalsCallFunctions = true
    for name in ["forEach", "map"] { rules.loopMethods.insert(names.intern(name)) }
    for name in ["append", "insert"] { rules.changingMethods.insert(names.intern(name)) }
    rules.annotationsWrap = true
    rules.outsideWrappers = [names.intern("AppStorage"), names.intern("SceneStorage")]
    rules.handedSign = UInt8(ascii: "$")
    rules.assigningMethods[names.intern("assign")] = (names.intern("to"), names.intern("on"))
    rules.receiverNames = [Word.selfName.name]
    rules.chainsAreShorted = true
    rules.ownTypeName = Word.selfType.name
    rules.numberedParameters = (0..<6).map { names.intern("$\($0)") }
    for name in ["Optional", "Published", "Binding"] { rules.transparentTypes.insert(names.intern(name)) }
    return rules
  }

  package static func words(_ names: inout NameTable) -> LanguageWords {
    var words = LanguageWords()
    words.caseName = names.intern(".case")
    words.caseValue = names.intern("rawValue")
    words.otherCaseValues = [names.intern("stringValue")]
    words.allCases = [names.intern("allCases")]
    words.presentCases = [names.intern("some"), names.intern("success")]
    words.absentCases = [names.intern("none")]
    words.failedCases = [names.intern("failure")]
    words.wrappedValue = names.intern("wrappedValue")
    words.classModifiers = [Word.static.name, Word.class.name]
    words.namesNeedNoImport = true
    words.recordsGivePairs = true
    return words
  }
}
