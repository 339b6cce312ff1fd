import DocumentStore
import FirestoreModel
import QueryExecution
import QueryModel

/// Compares what a user got to see under one result name with what the user should have seen.
///
/// Only differences are held: documents that were never delivered although intended, and documents whose delivered
/// version is out of date. A result that is delivered or intended again is compared through the changes in between.
/// A document is missed once, however often it was to be seen; shown in an old version it counts each time.
final class ResultObserver {
  /// Results at one moment, to be compared with a later one of the same query.
  private struct Glimpse {
    var query: Query
    var window: ResultWindow
    var position: Int
  }

  /// The version of each document that the device has, by its update time.
  private var known: [DocumentPath: Timestamp] = [:]
  /// Documents delivered to a device that was wiped since: seen once, no longer there.
  private var forgotten: Set<DocumentPath> = []
  private var neverDelivered: Set<DocumentPath> = []
  private var outdated: Set<DocumentPath> = []
  /// Documents that the device still shows, and that are in no result of that query any more.
  private var gone: [DocumentPath: Query] = [:]
  /// How often documents were shown in an old version.
  private var outdatedShown = 0
  /// The answer that is being shown comes from the device or is a copy, and was compared with the server already.
  var isCompared = false
  /// Documents delivered again although nothing in them had changed, by a query whose bound moves with what was seen.
  private(set) var duplicates = 0
  private var lastDelivered: Glimpse?
  private var lastIntended: Glimpse?
  /// The number of documents of the result when only the latest counts.
  private var latestCount: Int?

  /// What came while an earlier answer stood on the screen and was not asked for again.
  private var cameMeanwhile = 0

  /// Of days that were not simulated.
  private var leftOut = Counts()

  var missed: Int { neverDelivered.count + cameMeanwhile + leftOut.missed }
  var stale: Int { outdatedShown + leftOut.stale }
  /// Of the missed ones those that came while the screen showed an earlier answer.
  var cameLater: Int { cameMeanwhile + leftOut.cameLater }
  /// A query with a moving bound adds to what is there; any other replaces it.
  var visible: Int { latestCount ?? (known.count + leftOut.visible) }

  /// What has been counted so far.
  struct Counts {
    var missed = 0
    var cameLater = 0
    var stale = 0
    var duplicates = 0
    var visible = 0
  }

  var counts: Counts {
    Counts(missed: missed, cameLater: cameLater, stale: stale, duplicates: duplicates, visible: visible)
  }

  /// Counts what came since then so many times more.
  func repeatDays(from before: Counts, times: Int) {
    let after = counts
    leftOut.missed += (after.missed - before.missed) * times
    leftOut.cameLater += (after.cameLater - before.cameLater) * times
    leftOut.stale += (after.stale - before.stale) * times
    leftOut.visible += (after.visible - before.visible) * times
    duplicates += (after.duplicates - before.duplicates) * times
  }

  /// The screen has shown an answer for some time, and not what a listener would have told meanwhile.
  func overlooked(_ changes: OverlookedChanges) {
    cameMeanwhile += changes.came
    outdatedShown += changes.changed
  }

  /// So many documents of what is shown now are no longer so on the server, which was not asked.
  func showed(outdated count: Int) {
    outdatedShown += count
    isCompared = true
  }

  /// The oldest position of the change log that a later comparison needs.
  var neededPosition: Int? {
    [lastDelivered?.position, lastIntended?.position].compactMap(\.self).min()
  }

  var rememberedDelivery: (query: Query, window: ResultWindow, position: Int)? {
    lastDelivered.map { ($0.query, $0.window, $0.position) }
  }

  var rememberedIntention: (query: Query, window: ResultWindow, position: Int)? {
    lastIntended.map { ($0.query, $0.window, $0.position) }
  }

  /// Whether the document was to be seen and never came.
  func isMissing(_ path: DocumentPath) -> Bool { neverDelivered.contains(path) }

  func version(of path: DocumentPath) -> Timestamp? { known[path] }

  func mark(_ path: DocumentPath) -> Mark {
    Mark(
      isKnown: known[path] != nil, isForgotten: forgotten.contains(path), isMissed: neverDelivered.contains(path),
      isOutdated: outdated.contains(path) || gone[path] != nil)
  }

  /// Every document that it knows something of.
  var remembered: Set<DocumentPath> {
    neverDelivered.union(outdated).union(gone.keys).union(forgotten).union(known.keys)
  }

  /// How many documents it shows that are gone: each counts again with every answer.
  var goneCount: Int { gone.count }

  /// The number that it was told last, where only that counts.
  var toldCount: Int? { latestCount }

  /// The app was removed from the device.
  func forget() {
    forgotten.formUnion(known.keys)
    known = [:]
    outdated = []
    gone = [:]
    latestCount = nil
    lastDelivered = nil
    lastIntended = nil
  }
}

// MARK: - Deliveries

extension ResultObserver {
  /// Only the number of documents is kept.
  func sawCount(_ count: Int) { latestCount = count }

  /// Documents were shown that the server was not asked for: as the device has them, or as another document holds copies
  /// of them. Nobody knows what the server has made of them since.
  func sawKept(_ documents: [Document]) {
    latestCount = documents.count
    for document in documents { sawDocument(document, isMoving: false) }
    compareAnew()
  }

  /// What was shown may be older than what was compared last.
  func compareAnew() { (lastDelivered, lastIntended) = (nil, nil) }

  /// A whole result was delivered.
  /// - Parameter isMoving: the query's bounds depend on what was seen before.
  func saw(_ window: ResultWindow, of query: Query, isMoving: Bool, log: ChangeLog) {
    latestCount = isMoving ? nil : window.count
    if let last = lastDelivered, last.query == query {
      let arrived = apply(log.delta(from: last.window, at: last.position, to: window, of: query))
      if isMoving { duplicates += window.count - arrived }
    } else {
      for position in 0..<window.count { sawDocument(window.document(at: position), isMoving: isMoving) }
    }
    lastDelivered = Glimpse(query: query, window: window, position: log.position)
  }

  /// A change of the result was delivered.
  func saw(_ delta: TargetDelta, of query: Query, isMoving: Bool, log: ChangeLog) {
    apply(delta)
    latestCount = isMoving ? nil : delta.after.count
    lastDelivered = Glimpse(query: query, window: delta.after, position: log.position)
  }

  func saw(_ document: Document?, at path: DocumentPath) {
    if let document {
      sawDocument(document, isMoving: false)
    } else {
      forget(path)
    }
  }

  func sawDocument(_ document: Document?, isMoving: Bool) {
    guard let document else { return }
    if isMoving, known[document.path] == document.updateTime { duplicates += 1 }
    known[document.path] = document.updateTime
    if !neverDelivered.isEmpty { neverDelivered.remove(document.path) }
    if !outdated.isEmpty { outdated.remove(document.path) }
    if !gone.isEmpty { gone[document.path] = nil }
  }

  private func forget(_ path: DocumentPath) {
    known[path] = nil
    outdated.remove(path)
    gone[path] = nil
  }

  /// How many documents came or changed.
  @discardableResult
  private func apply(_ delta: TargetDelta?) -> Int {
    guard let delta else { return 0 }
    var arrived = 0
    for change in delta.changes {
      switch change.kind {
      case .added, .modified:
        sawDocument(delta.after.document(change.path), isMoving: false)
        arrived += 1
      case .removed: forget(change.path)
      }
    }
    return arrived
  }
}

// MARK: - Intentions

extension ResultObserver {
  /// What the user should see at this moment.
  /// - Parameter isShown: an answer is on the screen: what is old in it counts.
  func intend(_ window: ResultWindow, of query: Query, isShown: Bool, log: ChangeLog) {
    if let last = lastIntended, last.query == query {
      if let delta = log.delta(from: last.window, at: last.position, to: window, of: query) {
        for change in delta.changes { compare(change, delta.after, query) }
      }
    } else {
      for position in 0..<window.count {
        if let document = window.document(at: position) { compare(document) }
      }
    }
    lastIntended = Glimpse(query: query, window: window, position: log.position)
    count(isShown: isShown) {
      // The device may hold documents of other questions, which this answer does not show.
      outdated.count { window.contains($0) } + gone.values.count { $0 == query }
    }
  }

  func intend(_ document: Document?, at path: DocumentPath, isShown: Bool) {
    if let document {
      compare(document)
    } else if known[path] != nil {
      outdated.insert(path)
    }
    count(isShown: isShown) { outdated.contains(path) ? 1 : 0 }
  }

  private func count(isShown: Bool, _ old: () -> Int) {
    if isShown, !isCompared { outdatedShown += old() }
  }

  private func compare(_ change: TargetChange, _ after: ResultWindow, _ query: Query) {
    switch change.kind {
    case .added, .modified:
      gone[change.path] = nil
      if let document = after.document(change.path) { compare(document) }
    case .removed:
      // The list on the device still shows it: nobody said that it is gone.
      if change.cause != .evicted, known[change.path] != nil { gone[change.path] = query }
    }
  }

  private func compare(_ document: Document) {
    if let version = known[document.path] {
      if version < document.updateTime { outdated.insert(document.path) }
    } else if !forgotten.contains(document.path) {
      neverDelivered.insert(document.path)
    }
  }
}

extension Query {
  var isWindowed: Bool { limit != nil || offset > 0 }
}

extension ResultWindow {
  func document(_ path: DocumentPath) -> Document? { position(of: path).flatMap { document(at: $0) } }
}
