package import SourceSemantics
package import SourceSyntax
package import SourceTokens

/// The units of one family of languages, which are evaluated together, and the names that they share.
package struct Program: Sendable {
  /// It never changes: all hold the same one.
  package final class Unit: Sendable {
    package let tree: SyntaxTree
    package let scopes: FunctionScopes
    package let rules: ScopeRules
    package let words: LanguageWords
    package let parents: [NodeID]

    package init(_ tree: SyntaxTree, _ rules: ScopeRules, _ words: LanguageWords) {
      self.tree = tree
      self.rules = rules
      self.words = words
      scopes = FunctionScopes(tree, rules)
      parents = tree.parents()
    }
  }

  package let units: [Unit]
  package let modules: ModuleGraph
  /// What other languages of the family call files that have functions outside of classes.
  let fileClasses: [NameID: UnitID]
  package internal(set) var names: NameTable

  /// - Parameters:
  ///   - names: those that the trees and models were made with.
  ///   - models: say which modules are those of SDKs.
  package init(
    _ units: [Unit], _ configuration: ModuleConfiguration = ModuleConfiguration(), names: NameTable,
    models: ModelTables? = nil
  ) {
    var names = names
    self.units = units
    let places = ProjectUnits(units.map(\.tree.unit), &names)
    let outlines = units.map { [names] in Outline($0.tree, names) }
    let imported = Set(outlines.flatMap { $0.imports.map(\.module) })
    let known = imported.filter { [names] in models?.isOfSDK($0, names) == true }
    modules = ModuleGraph(places, outlines, configuration, known: known, &names)
    fileClasses = Self.fileClasses(units, &names)
    self.names = names
  }
}

extension Program {
  /// What the languages of the family have in common.
  var words: LanguageWords { units.first?.words ?? LanguageWords() }
}

/// Names of members that a language itself calls or knows.
package struct LanguageWords: Sendable {
  /// A method that makes the fields of a new object, where constructors are methods with a name.
  package var initializer = NameID.empty
  /// Called by `with`.
  package var enter = NameID.empty
  /// Decorators under which a method is read like a field.
  package var accessorAnnotations: Set<NameID> = []
  /// Decorators whose function is called on the class.
  package var classAnnotations: Set<NameID> = []
  /// Annotations of functions that make what others get by its type.
  package var providerAnnotations: Set<NameID> = []
  /// Bases whose subclasses name values.
  package var enumerations: Set<NameID> = []
  /// Members of a case of an enumeration: its name, and the value that is written for it.
  package var caseName = NameID.empty
  package var caseValue = NameID.empty
  /// What comes out of modules that are not read may be anything; its name decides what it is taken for.
  package var namesDecide = false
  /// What a record does not have is nothing, and so is what callers may leave out.
  package var missingIsNothing = false
  /// Other members that are the same value.
  package var otherCaseValues: [NameID] = []
  /// Members of an enumeration that are all of its cases.
  package var allCases: Set<NameID> = []
  /// Names of the cases of optionals and results: what is there, what is not, and what failed.
  package var presentCases: Set<NameID> = []
  package var absentCases: Set<NameID> = []
  package var failedCases: Set<NameID> = []
  /// The member of a property wrapper that is the value of the property.
  package var wrappedValue = NameID.empty
  /// Modifiers of members that are called on the class.
  package var classModifiers: Set<NameID> = []
  /// Names of modules are known without saying which import brings them.
  package var namesNeedNoImport = false
  /// Walking over a dictionary gives pairs of key and value, and not keys alone.
  package var recordsGivePairs = false
  /// `getName()` and `setName(x)` are a property, too.
  package var usesGetters = false
  /// Classes with a modifier have a method that makes the same object with other values of its fields.
  package var copyMethod = NameID.empty
  package var copiedBy = NameID.empty
  /// A value of an enumeration or of a sealed class is one of those that are read.
  package var closedTypes: Set<NameID> = []
  /// What the name of the class ends in that stands for a file, and the annotation that gives it another name.
  package var fileClassSuffix = ""
  package var fileClassAnnotation = NameID.empty
  /// The member of a class of one object that is the object.
  package var instanceMember = NameID.empty
  /// Parameters have the defaults of the method that theirs stands for.
  package var overridesKeepDefaults = false
  /// Arguments that are left out are null.
  package var leftOutIsNull = false
  /// A value of a declared type is of that type, whatever it is used for.
  package var hasNominalTypes = false

  package init() {}
}
