import FirestoreModel
import FirestoreRulesEnforcement
import Metering
import QueryExecution
import RealtimeDatabase
import RealtimeRules
import Workloads

/// What all cells of a variant have in common.
struct SimulationSettings: Sendable {
  let engine: QueryEngine
  /// Runs the queries of observers, which are no requests of the app and need no index of its own.
  let observingEngine: QueryEngine
  let assumptions: BillingAssumptions
  /// Names of the results whose documents have to be remembered: those with `intend`, or with a moving bound.
  var observed: Set<String>
  /// Operations of a variant that ask once for what the baseline listens to: what changes meanwhile is not shown.
  var askingOnce: Set<Text> = []
  /// What users see is counted by step, too.
  var countsBySteps = false
  /// Whether devices have to remember what the server sent.
  var readsCache = false
  let written: WrittenFields
  /// Nil: no rules are evaluated.
  let access: AccessControl?
  let realtime: RealtimeSettings
  /// Steps and events of one cell, beyond which it is left unfinished.
  var actions = WorkLimit.actions
  /// Every change is told to every listener by itself, though it concerns and costs many alike. The outcome is the same.
  var isTellingEach = false
}

/// What a variant's Realtime Database runs under.
struct RealtimeSettings: Sendable {
  /// Nil: nobody is refused, and no index is declared.
  var rules: RealtimeRuleset?
  var ruleAssumptions = RealtimeAssumptions.standard
  var messages = RealtimeMessages()

  func isIndexed(_ index: RealtimeIndexTarget, at path: RealtimePath) -> Bool {
    guard let rules else { return false }
    return switch index {
    case .value: rules.isIndexed(.value, at: path)
    case .child(let child): rules.isIndexed(.child(child), at: path)
    }
  }
}

extension Workload {
  /// Whether some path asks for the newest child, so that the order of creation has to be remembered.
  var usesLatestChild: Bool { pathPatterns.contains { $0.segments.contains(where: \.namesLatestChild) } }

  /// The same of the Realtime Database.
  var usesLatestRealtimeChild: Bool {
    var found = false
    visitSteps { step in
      guard case .realtime(let request) = step.action else { return }
      if request.paths.contains(where: { $0.segments.contains(where: \.namesLatestChild) }) { found = true }
    }
    return found
  }

  /// Whether anything is asked of Firestore, or stands there.
  package var usesFirestore: Bool {
    var found = !data.isEmpty || !background.isEmpty
    visitSteps { step in
      switch step.action {
      case .read, .page, .write, .batch, .transaction, .outsideWrite: found = true
      case .detach, .device, .assign, .condition, .pause, .perform, .group, .realtime: break
      }
    }
    return found
  }

  /// Whether the Realtime Database takes part at all.
  package var usesRealtimeDatabase: Bool {
    var found = !realtimeData.isEmpty
    visitSteps { if case .realtime = $0.action { found = true } }
    return found
  }

  /// Whether some actor's store has everything at the start: `vars: {store: warm}`.
  var hasWarmStores: Bool {
    actors.contains { actor in
      actor.variables.contains { variable in
        guard variable.name == "store", case .literal(.string("warm")) = variable.initial.root.kind else {
          return false
        }
        return true
      }
    }
  }

  /// All names that `as:` gives.
  var resultNames: Set<String> {
    var names: Set<String> = []
    visitSteps { step in
      let found: [Name?] =
        switch step.action {
        case .read(let read): [read.result]
        case .page(let page): [page.result]
        case .write(let write): [write.result]
        case .batch(let writes): writes.map(\.result)
        case .transaction(let transaction): transaction.writes.map(\.result)
        case .realtime(let request): [request.result]
        case .outsideWrite(let write): [write.result]
        case .detach, .device, .assign, .condition, .pause, .perform, .group: []
        }
      for case let name? in found { names.insert(name.text) }
    }
    return names
  }

  /// Results of which observers have to remember documents.
  var observedResults: Set<String> {
    var names: Set<String> = []
    visitSteps { step in
      switch step.action {
      case .read(let read):
        let name = read.result?.text ?? step.operation.name.string
        if read.intended != nil { names.insert(name) }
        if case .query(let template) = read.target, template.hasMovingBound { names.insert(name) }
      case .page(let page): if page.intended != nil { names.insert(page.result?.text ?? step.operation.name.string) }
      case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group,
        .outsideWrite, .realtime:
        break
      }
    }
    return names
  }

  /// Every path that steps and data name, queries left out.
  private var pathPatterns: [PathPattern] {
    var patterns = data.map(\.path) + background.map(\.write.path)
    visitSteps { patterns += $0.pathPatterns }
    return patterns
  }
}

extension Step {
  fileprivate var pathPatterns: [PathPattern] {
    let read: [ReadTarget?] =
      switch action {
      case .read(let read): read.targets
      case .transaction(let transaction): transaction.reads
      case .write, .batch, .outsideWrite, .page, .detach, .device, .assign, .condition, .pause, .perform, .group,
        .realtime:
        []
      }
    return read.compactMap { $0?.documentPattern } + documentWrites.map(\.path)
  }
}

extension ReadTarget {
  fileprivate var documentPattern: PathPattern? {
    switch self {
    case .document(let path): path
    case .query, .aggregation: nil
    }
  }
}

extension TextTemplate {
  fileprivate var namesLatestChild: Bool {
    parts.contains { part in
      switch part {
      case .latestChild: true
      case .literal, .expression, .newID, .anyChild: false
      }
    }
  }
}
