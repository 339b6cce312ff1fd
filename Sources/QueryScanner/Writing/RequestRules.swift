import Diagnostics
import FirestoreModel
import QueryModel
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

/// How the SDKs of a family of languages read what requests are made of.
struct RequestRules: Sendable {
  /// Texts for fields are paths as the service reads them; elsewhere dots cut them.
  var hasServicePaths = false
  /// Cursors may be values by the names of the ordered fields.
  var hasNamedCursors = false
  /// Whether a cursor is a document or a list of values is said by its label.
  var hasLabelledCursors = false
  /// What a method of a query or a function of a filter calls its arguments, in their order.
  var labels: [String] = []
  /// What a field is compared with is told by labels, several of which one call may have.
  var hasOperandsByLabel = false
  /// The SDK of the Realtime Database for those who ask as an administrator, and for all others.
  var realtime: (admin: RealtimeSDK, client: RealtimeSDK?)

  static let python = RequestRules(
    hasServicePaths: true, hasNamedCursors: true, labels: ["field_path", "op_string", "value"],
    realtime: (.python, nil))
  static let script = RequestRules(realtime: (.nodeServer, .web))
  static let dart = RequestRules(hasOperandsByLabel: true, realtime: (.flutter, .flutter))
  static let jvm = RequestRules(realtime: (.javaServer, .android))
  static let swift = RequestRules(hasLabelledCursors: true, realtime: (.apple, .apple))

  init(_ family: SourceLanguage.Family) {
    switch family {
    case .python: self = .python
    case .dart: self = .dart
    case .swift: self = .swift
    case .jvm: self = .jvm
    case .script, .none: self = .script
    }
  }

  private init(
    hasServicePaths: Bool = false, hasNamedCursors: Bool = false, hasLabelledCursors: Bool = false,
    labels: [String] = [], hasOperandsByLabel: Bool = false, realtime: (admin: RealtimeSDK, client: RealtimeSDK?)
  ) {
    self.hasServicePaths = hasServicePaths
    self.hasNamedCursors = hasNamedCursors
    self.hasLabelledCursors = hasLabelledCursors
    self.labels = labels
    self.hasOperandsByLabel = hasOperandsByLabel
    self.realtime = realtime
  }
}

extension RequestWriter {
  /// A call, for the checks of SDKs.
  mutating func scope(_ unit: Int, _ call: NodeID) -> CallScope {
    let tree = evaluator.program.units[unit].tree
    return CallScope(
      language: tree.unit.language, caller: callerByImports(unit),
      location: SourceLocation(source: tree.unit.file, span: tree.span(of: call)))
  }

  /// The path that a text names a field with.
  func path(_ value: ScannedValue) -> FieldPath { rules.hasServicePaths ? value.servicePath : value.fieldPath }

  // MARK: - Who asks

  /// Who asks: what the database was made for, else what the unit imports.
  mutating func caller(of target: ValueID, _ section: ModelSection, _ unit: Int) -> ScannedRequest.Caller {
    switch section.caller {
    case .admin: .admin
    // A name that no import brings may be of either.
    case .client: callerByImports(unit) == .unstated ? .unstated : .client
    case .unstated: callerByImports(unit)
    case .database: stated(target) ?? callerByImports(unit)
    }
  }

  /// Who asks the Realtime Database: whom the database was made for, else what the unit imports. A unit that imports
  /// nothing of Firebase got its database from somewhere else, and does not say.
  mutating func realtimeCaller(of target: ValueID, _ unit: Int) -> ScannedRequest.Caller {
    if isOfAdmin(target) { return .admin }
    let byImports = callerByImports(unit)
    guard byImports == .client else { return byImports }
    let modules = evaluator.importedModules(unit)
    return modules.isEmpty || modules.contains { $0.lowercased().contains("fire") } ? .client : .unstated
  }

  private func isOfAdmin(_ target: ValueID) -> Bool {
    let arena = evaluator.arena
    var next = target
    for _ in 0..<64 {
      switch arena.kind(next) {
      case .query, .result: next = arena.value(next, 0)
      case .choice, .list:
        guard let first = arena.items(next).first else { return false }
        next = first.value
      case .made:
        let place = arena.construct(next) == .realtimeReference ? 1 : 0
        guard arena.wordCount(next) > place else { return false }
        next = arena.value(next, place)
      case .text: return arena.knownText(next).map { evaluator.program.names.text($0) } == "admin"
      default: return false
      }
    }
    return false
  }

  private func stated(_ target: ValueID) -> ScannedRequest.Caller? {
    guard let database = evaluator.database(of: target), evaluator.arena.wordCount(database) > 1,
      let text = evaluator.arena.knownText(evaluator.arena.value(database, 1)),
      evaluator.program.names.text(text) == "admin"
    else { return nil }
    return .admin
  }
}
