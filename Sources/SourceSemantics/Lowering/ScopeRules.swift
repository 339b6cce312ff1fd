import SourceSyntax
package import SourceTokens

/// What a language says about names and receivers, as far as lowering has to know it.
package struct ScopeRules: Sendable {
  /// `x = 1` makes a variable of the function.
  package var assignmentDeclares = false
  /// The first parameter of a method is what it is called on.
  package var receiverIsParameter = false
  /// A name that no function declares may be a member of what the method is called on.
  package var implicitReceiver = false
  /// Functions of one name that differ in their parameters stand beside each other.
  package var overloads = false
  /// A method may have the name of a field, or of a variable at the place of the call: calls mean the method.
  package var methodsStandApart = false
  /// A variable is never called, whatever it holds.
  package var variablesAreNotCalled = false
  /// Cases of an enumeration are the values that are written for them.
  package var casesAreValues = false
  /// `break` leaves a `switch`.
  package var breakLeavesSelections = false
  /// `yield` is the value of the `switch` around it.
  package var yieldsFromSelections = false
  /// A closure answers the value of its last statement.
  package var closuresAnswerLastValue = false
  /// The name of the parameter of closures that name none.
  package var implicitParameter = NameID.empty
  /// What closures call the object that they may be called on.
  package var closureReceiver = NameID.empty
  /// Types of functions whose last argument is what they return.
  package var functionTypes: Set<NameID> = []
  /// `a["b"]` is `a.b`.
  package var indexNamesMembers = false
  /// The method that `a[b]` calls.
  package var indexMethod = NameID.empty
  /// The method that `a[b] = c` calls.
  package var indexAssignmentMethod = NameID.empty
  /// The method of functions that calls them.
  package var invokeMethod = NameID.empty
  /// `import a.b.C` brings `C`, and not `a`.
  package var importsWholeNames = false
  /// Going through a record, one gets its entries and not its keys.
  package var recordsYieldEntries = false
  /// A variable of an optional type holds nothing until it is given something.
  package var optionalsBeginEmpty = false
  /// What fields of these types hold that are given nothing: no, or zero.
  package var falseTypes: Set<NameID> = []
  package var zeroTypes: Set<NameID> = []
  /// The member that says the name of a case; a bare name behind `case` is one.
  package var caseName = NameID.empty
  /// Declared types of variables say what they hold, where nothing else does.
  package var typesTell = false
  /// Nothing of `a?.b.c()` happens where there is no `a`.
  package var chainsAreShorted = false
  /// `a f b` calls `f` on `a`.
  package var infixCalls = false
  /// Calls that run a closure there and then.
  package var inPlaceMethods: [NameID: InPlaceCall] = [:]
  package var inPlaceFunctions: [NameID: InPlaceCall] = [:]
  /// Patterns test which case of an enumeration a value is, and bind what the case holds.
  package var takesCasesApart = false
  /// One of the cases of a `switch` always fits.
  package var casesAreExhaustive = false
  /// A function for pairs may take their parts.
  package var pairsComeApart = false
  /// A body that is one expression answers it.
  package var singleExpressionIsValue = false
  /// Parameters cannot be assigned, but for those that stand for a variable of the caller.
  package var parametersAreConstant = false
  /// An annotation of a variable may be what holds its value.
  package var annotationsWrap = false
  /// Annotations of variables whose value comes from outside of the code: it is kept there, or markup sets it.
  package var outsideWrappers: Set<NameID> = []
  /// Names for variables as what holds them, and the variables: `$name` and `name`.
  package var handedNames: [NameID: NameID] = [:]
  /// What such names begin with.
  package var handedSign: UInt8?
  /// Methods that put something into the member of an object, and their labels of the two.
  package var assigningMethods: [NameID: (path: NameID, object: NameID)] = [:]
  /// `x as T` says of what type a value is.
  package var castsNameTypes = false
  /// Closures that name no parameters call them so, in order.
  package var numberedParameters: [NameID] = []
  /// The member of an object that is its class, and the function that answers the same.
  package var classMember = NameID.empty
  package var classFunction = NameID.empty
  /// A name for the type of what a method is called on.
  package var ownTypeName = NameID.empty
  /// Fields that a class declares with a type may be given to its constructor.
  package var declaredFieldsAreArguments = false
  /// Constructors call one of the base, whether they say so or not.
  package var callsBase = false
  /// Members that send something when they are read, or that run code.
  package var askingMembers: Set<NameID> = []
  /// Annotations and modifiers of members that are called on nothing.
  package var staticAnnotations: Set<NameID> = []
  package var staticModifiers: Set<NameID> = []
  /// Annotations of parameters that say what is meant where nothing is given.
  package var defaultAnnotations: Set<NameID> = []
  /// Names for what a method is called on, and for the same as its base class.
  package var receiverNames: Set<NameID> = []
  package var baseName = Word.super.name
  /// Types that wrap another one without changing what it is.
  package var transparentTypes: Set<NameID> = []

  /// Functions of a block are known from its beginning.
  package var hoistsFunctions = false
  /// What a block declares is known in it alone.
  package var blocksScopeNames = false
  /// Words that declare for the whole function, wherever they stand in it.
  package var functionScopedWords: Set<NameID> = []
  /// A case goes on with the next one, unless it leaves.
  package var casesFallThrough = false
  /// A case without a body is one more way into the next one.
  package var emptyCasesFallThrough = false
  /// Names that stand for nothing.
  package var nothingNames: Set<NameID> = []
  /// `yield` answers with what becomes of the value that it hands out.
  package var yieldAnswers = false
  /// Under which name elements get what stands in them.
  package var childrenName = NameID.empty
  /// Methods that call a function for each element, where they stand.
  package var loopMethods: Set<NameID> = []
  /// An optional calls the function of such a method with what it holds.
  package var optionalsCallFunctions = false
  /// Methods that change the list or object that they are called on.
  package var changingMethods: Set<NameID> = []

  /// Cases without a value are numbered.
  package var casesAreNumbers = false
  /// Functions of records are called on the record.
  package var recordsAreReceivers = false
  /// Functions that are assigned to members of this name are methods of what has it: `Shop.prototype.show = …`
  package var prototypeName = NameID.empty
  /// Units without imports and exports see what others like them declare.
  package var sharesScriptNames = false
  /// Names that nothing declares are those of the other units of the file.
  package var seesScripts = false
  /// The names of what a unit exports as a whole: `module` and `exports`.
  package var exportNames: [NameID] = []

  package init() {}
}
