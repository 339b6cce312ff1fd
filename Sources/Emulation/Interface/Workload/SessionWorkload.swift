import Diagnostics
import DocumentStore
package import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreService
import Project
import QueryModel
import Synchronization
import WorkloadDrafts
package import Workloads

// The session as a workload: what was asked, as often as every user has asked it, over documents like those that there are.

extension Emulation {
  /// The operation under which the page writes.
  static let pageOperation: Text = "page"

  /// The workload as a file; it has been played once. Nil: nothing was asked of this database that a workload could ask.
  ///
  /// - Parameters:
  ///   - path: where it is to stand; nil: in the folder `firebreak` of the project.
  ///   - code: what the sources ask: queries among it are named after the code.
  package func sessionWorkload(
    of name: DatabaseName, named title: String = "session", at path: String? = nil, code: CodeRequests? = nil
  ) async -> String? {
    let project = settings.project
    let since = recording.state.withLock { $0.ledger.since }
    let entries = (recording.history?.entries(after: 0) ?? []).filter { $0.time.map { $0 >= since } ?? false }
    let store = state.withLock { $0.databases[name]?.database.store }
    let requests = code.map { RecordedCode($0) }
    guard let snapshot = store?.current,
      var draft = SessionWorkload(entries, of: name, on: snapshot, since: since, until: clock.now)
        .draft(named: title, code: requests)
    else { return nil }
    let rules = state.withLock { $0.files.rules(of: name.database)?.path }
    let place = path ?? DisplayPath.join(DisplayPath.join(project.root, "firebreak"), "\(title).workload.yaml")
    draft.rules = rules.map { DisplayPath.relative($0, from: DisplayPath.folder(of: place)) }
    return await draft.tried(at: place, in: project, rulesFile: rules, code: code).text
  }

  /// The database of which most was asked: a client may name another project.
  package var mostAskedDatabase: DatabaseName {
    var counts: [DatabaseName: Int] = [:]
    for entry in recording.history?.entries(after: 0) ?? [] {
      if case .firestore(let request) = entry.content { counts[request.database, default: 0] += 1 }
    }
    let most = counts.values.max()
    let names = counts.filter { $0.value == most }.keys.sorted { "\($0)" < "\($1)" }
    return names.first ?? DatabaseName(project: Text(settings.project.projectID))
  }
}

private struct SessionWorkload {
  private let steps: SessionSteps
  private let snapshot: Snapshot
  private let minutes: Int64
  /// More are no workload that somebody reads.
  private static let most = 50
  /// Documents of a collection that are looked at.
  private static let looked = 2_000

  init(
    _ entries: [HistoryEntry], of name: DatabaseName, on snapshot: Snapshot, since: Timestamp, until: Timestamp
  ) {
    var steps = SessionSteps(of: name)
    for entry in entries { steps.add(entry.content) }
    self.steps = steps
    self.snapshot = snapshot
    minutes = max(1, (until.seconds - since.seconds + 30) / 60)
  }

  /// Nil: it has no step.
  func draft(named name: String, code: RecordedCode?) -> WorkloadDraft? {
    let users = max(1, steps.callers[.user]?.count ?? 1)
    let requests = steps.entries.reduce(0) { $0 + $1.count }
    var draft = WorkloadDraft(
      named: name,
      about: [
        "What an emulator was asked in \(minutes) min, \(Counted.text(requests, "request")) in all, with the values of the newest of each kind.",
        "Every user asks as often as on average; documents look like those that there were. Say how many users there are and",
        "how often they do this in a day, and take out what only filled the database.",
      ], parameters: [.init("users", users), .init("sessions", 1)])
    for (reason, count) in steps.leftOut { draft.leaveOut(reason, count) }
    var actors: [DraftActor.Kind: [DraftStep]] = [:]
    let dearest = steps.entries.indices.sorted { steps.entries[$0].count > steps.entries[$1].count }
    for index in dearest.dropFirst(Self.most) { draft.leaveOut(.tooMany, steps.entries[index].count) }
    for index in dearest.prefix(Self.most).sorted() {
      let entry = steps.entries[index]
      guard let step = step(of: entry, &draft.documents, code) else {
        draft.leaveOut(.unwritable, entry.count)
        continue
      }
      actors[entry.actor, default: []].append(step)
    }
    guard !actors.isEmpty else { return nil }
    draft.actors = DraftActor.Kind.allCases.compactMap { kind in
      actors[kind].map {
        DraftActor(kind, count: kind == .user ? "users" : nil, sessionLength: "\(minutes)m", steps: $0)
      }
    }
    describe(&draft.documents)
    draft.nameSteps()
    return draft
  }

  // MARK: Steps

  private func step(
    of entry: SessionSteps.Entry, _ documents: inout MadeUpDocuments, _ code: RecordedCode?
  ) -> DraftStep? {
    let request = entry.newest
    let user = request.context.caller.uid
    var known = documents
    let (action, target): (DraftStep.Action, String)
    if let path = entry.path {
      (action, target) = single(entry, path.map { $0 == user ? StandIn.user : $0 }, &known)
    } else {
      guard let query = request.query?.query.called(StandIn.user, for: user), let bound = BoundQuery(query) else {
        return nil
      }
      let aggregations = request.query?.aggregations ?? []
      known.add(bound.query)
      action = entry.action
      target =
        aggregations.isEmpty
        ? bound.query.text(database: steps.database)
        : AggregationQuery(query: bound.query, aggregations: aggregations).text(database: steps.database)
    }
    for read in request.decision?.ruleReads ?? [] {
      known.add(document: read.segments.map { $0 == user ? StandIn.user : $0 })
    }
    let times = entry.count == 1 ? "asked once" : "asked \(entry.count) times"
    let count =
      entry.batches == 0 ? times : "\(times), in \(Counted.text(entry.batches, "batch", "batches")) among them"
    let test = request.context.test.map { ", in test \(shortened($0.string, to: 80))" } ?? ""
    var step = DraftStep(
      action, target, name: name(of: entry),
      origin: (count + test).filter { !$0.isNewline })
    step.frequency = Double(entry.count) / Double(max(1, steps.callers[entry.actor]?.count ?? 1))
    // A text with braces would be an expression.
    let isLiteral = action == .create || !target.contains { "{}$".contains($0) }
    guard isLiteral, step.suite != nil else { return nil }
    documents = known
    code?.name(&step)
    return step
  }

  private func single(
    _ entry: SessionSteps.Entry, _ path: [Text], _ documents: inout MadeUpDocuments
  ) -> (DraftStep.Action, String) {
    let text = path.map(\.string).joined(separator: "/")
    let isNewEachTime = entry.action == .set && entry.documentCount > 1 && entry.documentCount * 2 >= entry.count
    if isNewEachTime {
      let collection = path.dropLast().map(\.string).joined(separator: "/")
      documents.count(Array(path.dropLast()), 0)
      return (.create, "\(collection)/{auto}")
    }
    documents.add(document: path)
    return (entry.action, text)
  }

  private func name(of entry: SessionSteps.Entry) -> String {
    if let operation = entry.newest.context.operation { return operation.string }
    let collection =
      entry.path?.dropLast().last ?? entry.newest.query?.query.source.collectionID?.literal ?? "documents"
    return "\(collection).\(entry.action.rawValue)"
  }

  // MARK: Documents

  /// As many as there are, and looking like them.
  private func describe(_ documents: inout MadeUpDocuments) {
    let users = steps.callers[.user] ?? []
    for path in documents.paths {
      if path.count.isMultiple(of: 2) {
        for user in users.sorted() + [nil as Text?] {
          let real = path.map { $0 == StandIn.user ? user ?? $0 : $0 }
          guard let document = DocumentPath(segments: real).flatMap(snapshot.document) else { continue }
          documents.add(path, like: document.fields, user: document.fields.mentioned(of: users) ?? user)
          break
        }
      } else {
        let real = path.map { $0 == StandIn.user ? users.min() ?? $0 : $0 }
        guard let collection = CollectionPath(segments: real) else { continue }
        let single = documents.paths.count { $0.count == path.count + 1 && Array($0.dropLast()) == path }
        documents.count(path, max(1, snapshot.count(of: collection) - single))
        let examples = snapshot.documents(of: collection).prefix(Self.looked).map(\.fields)
        documents.add(path, like: examples) { $0.mentioned(of: users) }
      }
    }
  }
}

extension MapValue {
  /// One of these users whom a field names, the first in order.
  fileprivate func mentioned(of users: Set<Text>) -> Text? {
    users.sorted().first { user in fields.contains { $0.value.mentions(user) } }
  }
}

extension Value {
  fileprivate func mentions(_ text: Text) -> Bool {
    switch self {
    case .string(let own): own == text
    case .array(let elements): elements.contains { $0.mentions(text) }
    case .map(let map): map.fields.contains { $0.value.mentions(text) }
    case .null, .boolean, .integer, .double, .timestamp, .bytes, .reference, .geoPoint, .vector: false
    }
  }

  fileprivate func called(_ name: Text, for user: Text) -> Value {
    switch self {
    case .string(let text) where text == user: .string(name)
    case .array(let elements): .array(elements.map { $0.called(name, for: user) })
    default: self
    }
  }
}

extension Query {
  /// With another name in the places of a user's id.
  fileprivate func called(_ name: Text, for user: Text?) -> Query {
    guard let user else { return self }
    var query = self
    query.source.parent = PathTemplate(
      source.parent.segments.map { $0.literal == user ? .literal(name) : $0 })
    query.filter = filter?.called(name, for: user)
    return query
  }
}

extension Filter {
  fileprivate func called(_ name: Text, for user: Text) -> Filter {
    switch self {
    case .unary: return self
    case .and(let parts): return .and(parts.map { $0.called(name, for: user) })
    case .or(let parts): return .or(parts.map { $0.called(name, for: user) })
    case .field(let part):
      guard let value = part.operand.knownValue, !part.path.isDocumentName else { return self }
      return .field(FieldFilter(part.path, part.op, .value(value.called(name, for: user))))
    }
  }
}
