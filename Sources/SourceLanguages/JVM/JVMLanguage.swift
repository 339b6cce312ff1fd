package import SourceEvaluation
package import SourceSemantics
import SourceSyntax
package import SourceTokens

/// What lowering and evaluation have to know of Kotlin and Java.
package enum JVMLanguage {
  package static func kotlinRules(_ names: inout NameTable) -> ScopeRules {
    var rules = rules(&names)
    rules.closuresAnswerLastValue = true
    rules.implicitParameter = Word.it.name
    rules.closureReceiver = names.intern("this of a closure")
    rules.indexMethod = Word.get.name
    rules.indexAssignmentMethod = names.intern("set")
    rules.invokeMethod = names.intern("invoke")
    rules.infixCalls = true
    for (name, call) in kotlinMethods { rules.inPlaceMethods[names.intern(name)] = call }
    for (name, call) in kotlinFunctions { rules.inPlaceFunctions[names.intern(name)] = call }
    return rules
  }

  package static func javaRules(_ names: inout NameTable) -> ScopeRules {
    var rules = rules(&names)
    rules.breakLeavesSelections = true
    rules.variablesAreNotCalled = true
    rules.casesFallThrough = true
    rules.yieldsFromSelections = true
    rules.falseTypes = [Word.boolean.name]
    rules.zeroTypes = [Word.int.name, Word.long.name, Word.short.name, Word.byte.name]
    rules.caseName = names.intern("name")
    rules.staticModifiers = [Word.static.name]
    for name in ["Function", "UnaryOperator", "BiFunction", "BinaryOperator", "Supplier", "Callable"] {
      rules.functionTypes.insert(names.intern(name))
    }
    for (name, call) in javaMethods { rules.inPlaceMethods[names.intern(name)] = call }
    return rules
  }

  private static func rules(_ names: inout NameTable) -> ScopeRules {
    var rules = ScopeRules()
    rules.implicitReceiver = true
    rules.typesTell = true
    rules.importsWholeNames = true
    rules.recordsYieldEntries = true
    rules.overloads = true
    rules.methodsStandApart = true
    rules.receiverNames = [Word.this.name]
    for name in ["add", "addAll", "put", "putAll"] { rules.changingMethods.insert(names.intern(name)) }
    // What dependency injection hands over instead of the object itself.
    for name in ["Provider", "Lazy"] { rules.functionTypes.insert(names.intern(name)) }
    return rules
  }

  package static func kotlinWords(_ names: inout NameTable) -> LanguageWords {
    var words = words(&names)
    words.fileClassSuffix = "Kt"
    words.fileClassAnnotation = names.intern("JvmName")
    words.overridesKeepDefaults = true
    return words
  }

  package static func words(_ names: inout NameTable) -> LanguageWords {
    var words = LanguageWords()
    words.caseName = names.intern("name")
    for name in ["Provides", "Bean", "Produces"] { words.providerAnnotations.insert(names.intern(name)) }
    words.usesGetters = true
    words.instanceMember = names.intern("INSTANCE")
    words.copyMethod = Word.copy.name
    words.copiedBy = Word.data.name
    words.closedTypes = [Word.sealed.name]
    return words
  }

  // MARK: - Calls that run a closure in place

  private static let kotlinMethods: [(String, InPlaceCall)] = [
    ("let", InPlaceCall(.receiver, given: .subject)),
    ("also", InPlaceCall(.receiver, given: .subject, answer: .subject)),
    ("run", InPlaceCall(.receiver, isOnSubject: true)),
    ("apply", InPlaceCall(.receiver, isOnSubject: true, answer: .subject)),
    ("use", InPlaceCall(.receiver, given: .subject)),
    ("takeIf", InPlaceCall(.receiver, given: .subject, answer: .subjectIfTrue)),
    ("takeUnless", InPlaceCall(.receiver, given: .subject, answer: .subjectIfFalse)),
    ("forEach", InPlaceCall(.receiver, given: .elements, answer: .nothing)),
    ("forEachIndexed", InPlaceCall(.receiver, given: .numberedElements, answer: .nothing)),
    ("launch", InPlaceCall(.nothing, others: 0...3)), ("async", InPlaceCall(.nothing, others: 0...3)),
  ]

  private static let kotlinFunctions: [(String, InPlaceCall)] = [
    ("with", InPlaceCall(.firstArgument, isOnSubject: true, others: 1...1)),
    ("run", InPlaceCall(.nothing)),
    ("apply", InPlaceCall(.this, isOnSubject: true, answer: .subject)),
    ("also", InPlaceCall(.this, given: .subject, answer: .subject)),
    ("let", InPlaceCall(.this, given: .subject)),
    ("repeat", InPlaceCall(.nothing, given: .number, answer: .nothing, others: 1...1)),
    ("withContext", InPlaceCall(.nothing, others: 1...1)), ("withTimeout", InPlaceCall(.nothing, others: 1...1)),
    ("withTimeoutOrNull", InPlaceCall(.nothing, others: 1...1)), ("coroutineScope", InPlaceCall(.nothing)),
    ("supervisorScope", InPlaceCall(.nothing)), ("runBlocking", InPlaceCall(.nothing, others: 0...1)),
    ("runCatching", InPlaceCall(.nothing)), ("synchronized", InPlaceCall(.nothing, others: 1...1)),
    ("launch", InPlaceCall(.nothing, others: 0...3)), ("async", InPlaceCall(.nothing, others: 0...3)),
    ("buildList", InPlaceCall(.list, isOnSubject: true, answer: .subject, others: 0...1)),
    ("buildSet", InPlaceCall(.list, isOnSubject: true, answer: .subject, others: 0...1)),
    ("buildMap", InPlaceCall(.record, isOnSubject: true, answer: .subject, others: 0...1)),
  ]

  private static let javaMethods: [(String, InPlaceCall)] = [
    ("forEach", InPlaceCall(.receiver, given: .elements, answer: .nothing)),
    ("ifPresent", InPlaceCall(.receiver, given: .subject, answer: .nothing)),
  ]
}
