import FirestoreModel
import QueryExecution
import RealtimeDatabase
import Workloads

/// What a user gets to see in one session: all together, and by step where variants are compared.
struct SeenDocuments {
  private var all = ShownDocuments()
  /// Nil: nobody asks for it.
  private var bySteps: [Text: ShownDocuments]?

  init(bySteps isBySteps: Bool = false) { bySteps = isBySteps ? [:] : nil }

  var count: Int { all.count }

  var countsBySteps: [Text: Int] { bySteps?.mapValues(\.count) ?? [:] }

  mutating func saw(_ held: HeldResult, by step: OperationID) { note(step) { $0.saw(held) } }

  mutating func saw(_ part: ResultPart, by step: OperationID) { note(step) { $0.saw(part) } }

  mutating func saw(_ path: DocumentPath, by step: OperationID) { note(step) { $0.saw(path) } }

  mutating func saw(_ child: RealtimePath, by step: OperationID) { note(step) { $0.saw(child) } }

  mutating func saw(_ window: RealtimeWindow, at path: RealtimePath, by step: OperationID) {
    note(step) { $0.saw(window, at: path) }
  }

  /// The first result of a listener, whose changes are looked up when somebody asks.
  /// - Returns: False when the user has seen documents of that collection before; then every change has to be told.
  mutating func follow(_ live: LiveResult, _ part: ResultPart, ofCollection id: Text, by step: OperationID) -> Bool {
    guard all.follow(live, part, ofCollection: id) else { return false }
    // What nobody has seen at all, this step has not shown either.
    if bySteps != nil { _ = bySteps?[step.name, default: ShownDocuments()].follow(live, part, ofCollection: id) }
    return true
  }

  func stopFollowing(_ live: LiveResult) {
    all.stopFollowing(live)
    guard let bySteps else { return }
    for shown in bySteps.values { shown.stopFollowing(live) }
  }

  private mutating func note(_ step: OperationID, _ action: (inout ShownDocuments) -> Void) {
    action(&all)
    guard bySteps != nil else { return }
    var shown = bySteps?.removeValue(forKey: step.name) ?? ShownDocuments()
    action(&shown)
    bySteps?[step.name] = shown
  }
}

extension CellSimulation {
  /// The user sees a result, or what has changed of it. Where the workload says what they are to see, that counts.
  func show(
    _ kept: HeldResult, changes: [TargetChange]? = nil, unless intended: ReadTarget?, isFiltered: Bool,
    by step: OperationID, to instance: ActorInstance
  ) {
    guard intended == nil else { return }
    guard let changes, !isFiltered else { return instance.shown.saw(kept, by: step) }
    for change in changes where change.kind != .removed { instance.shown.saw(change.path, by: step) }
  }

  /// Counts what a user has seen since they opened the app.
  func countShown(to instance: ActorInstance) {
    notes.showed(instance.shown, intended: instance.intended, to: instance)
    instance.shown = SeenDocuments(bySteps: settings.countsBySteps)
    instance.intended = SeenDocuments(bySteps: settings.countsBySteps)
  }
}
