// FB7003 n-plus-one-gets warning
//
// means: A step reads one further document for each result of a query. With n results it bills n reads more, each time.
// why: Every get is billed on its own, also when the document is read twice or does not exist.
// example:
//   query: posts orderBy at desc limit 50
//   each: [{get: "users/{author}"}]
// fix: Copy the few fields that are shown into the result's documents, or read each distinct document once and keep it.
// ignore: When n is small and bounded. In sources a loop is reported once, and it is information in migrations and
//   scripts, which run once; on servers, whose jobs have to look at each document, unless it is one and the same document
//   that each round reads again; for listeners; and for lists of which only the run knows the length.

import Diagnostics
import QueryModel
import QueryScanner
import Simulation
import Workloads

/// FB7003: one read per document of a result, on top of the result itself.
enum NPlusOneGets: WorkloadHazard {
  static func check(_ hazards: inout HazardCollector) {
    var found: [(outer: Step, inner: Step)] = []
    hazards.workload.visitSteps { step in
      for inner in step.repeatedSteps { collect(inner, below: step, hazards.workload, depth: 0, into: &found) }
      if step.forEach != nil, step.readsByName { found.append((step, step)) }
    }
    for (outer, inner) in found {
      let cause = outer == inner ? "once per id" : "once per document of \(outer.title)"
      hazards.report(
        .nPlusOneGets, "\(inner.title) is read \(cause)", at: inner.shapeSpan, of: inner, help: help)
    }
  }

  private static let help = "keep what is shown in the documents of the list, or read it with one query"

  /// Reads in the loops of sources.
  ///
  /// - Parameter advancing: where the next round of a loop reads other documents.
  static func findings(
    on source: SourceRequest, advancing: Set<RequestPlace>,
    lists: [SourceLocation: Query]
  ) -> [Diagnostic] {
    let request = source.request
    // What the Realtime Database bills is what it sends, and not each request.
    if case .realtime = request.target { return [] }
    guard let repetition = request.repetition, !request.isInBatch, request.kind.isRead else { return [] }
    // A transaction has to read what it changes, document by document.
    if request.isInTransaction, case .document = request.target { return [] }
    let query: Query? = if case .query(let query, _) = request.target { query } else { nil }
    let cause: String
    // How long a list is, and how often a timer fires, the code mostly does not say; where it does, that was meant.
    var severity: Severity? = .info
    var remedy = help
    var flow: [RelatedLocation] = []
    switch repetition {
    case .perDocument(let outer):
      let place =
        outer.source == request.location.source
        ? "line \(outer.position.line)" : "\(outer.source.path):\(outer.position.line)"
      cause = "is read once per document of the result of \(place)"
      severity = source.isOfOneRun || !request.isAvoidable(below: lists[outer]) ? .info : nil
      flow = [
        RelatedLocation("the documents are read here", at: outer),
        RelatedLocation("and for each of them one more", at: request.location),
      ]
    case .perElement(let count):
      // Lists that are too long for one `in` are divided: that is what keeps the number of reads down.
      if query?.filter?.lists.isEmpty == false { return [] }
      // So are ranges: no document is in two of the pieces.
      if query?.start != nil, query?.end != nil { return [] }
      if let count, count <= UnboundedIn.maximum { return [] }
      cause =
        count.map { "is read up to \(Counted.grouped($0)) times in a loop" } ?? "is read once per element of a list"
    case .repeated:
      if query != nil, advancing.contains(RequestPlace(source)) { return [] }
      // A long list in parts again.
      if !request.listBounds.isEmpty { return [] }
      let isListener = request.kind == .listen
      cause = "is \(isListener ? "listened to" : "read") again each time a loop or a timer comes round"
      remedy = isListener ? "attach one listener, and keep it" : "listen to it instead of asking again and again"
    }
    var finding = Diagnostic(
      .nPlusOneGets, "\(source.title) \(cause)", at: request.location, severity: severity, help: remedy)
    finding.flow = flow
    return [finding]
  }

  /// Of the reads in one loop over the documents of a list the first is reported, and the others with it: one change does
  /// away with all of them.
  static func oncePerLoop(_ findings: [Diagnostic]) -> [Diagnostic] {
    struct Loop: Hashable {
      var list: SourceLocation
      var severity: Severity
    }
    var merged: [Diagnostic] = []
    var first: [Loop: Int] = [:]
    for finding in findings {
      guard finding.code == .nPlusOneGets, let list = finding.flow.first?.location, let place = finding.location else {
        merged.append(finding)
        continue
      }
      let loop = Loop(list: list, severity: finding.severity)
      if let index = first[loop] {
        merged[index].related.append(RelatedLocation("and this is read for each of them, too", at: place))
      } else {
        first[loop] = merged.count
        merged.append(finding)
      }
    }
    return merged
  }

  /// The queries of sources, by their places.
  static func lists(in sources: SourceQueries) -> [SourceLocation: Query] {
    var found: [SourceLocation: Query] = [:]
    for source in sources.requests {
      if case .query(let query, _) = source.request.target { found[source.request.location] = query }
    }
    return found
  }

  /// The places of queries that a loop may send again without reading the same documents again.
  static func advancingPlaces(in sources: SourceQueries) -> Set<RequestPlace> {
    pagedPlaces(in: sources).union(drainingPlaces(in: sources))
  }

  /// The places of queries whose documents are deleted or changed, and of the same queries in the same function: what the
  /// last round has dealt with, the next one does not find any more.
  private static func drainingPlaces(in sources: SourceQueries) -> Set<RequestPlace> {
    struct Asked: Hashable {
      var path: String
      var function: String?
      var text: String
    }
    var changed: Set<RequestPlace> = []
    for source in sources.requests {
      guard case .write(let kind) = source.request.kind, kind != .create,
        case .perDocument(let result)? = source.request.repetition
      else { continue }
      changed.insert(RequestPlace(path: source.path, span: result.span))
    }
    if changed.isEmpty { return [] }
    let queries = sources.requests.filter { source in
      if case .query = source.request.target { source.request.kind == .get } else { false }
    }
    func asked(_ source: SourceRequest) -> Asked {
      Asked(path: source.path, function: source.request.function, text: source.text)
    }
    let drained = Set(queries.filter { changed.contains(RequestPlace($0)) }.map(asked))
    return Set(queries.filter { drained.contains(asked($0)) }.map { RequestPlace($0) })
  }

  /// The places at which some query has a cursor, or may get one that only the run knows: pages are read one after the
  /// other, the first of them without a cursor.
  private static func pagedPlaces(in sources: SourceQueries) -> Set<RequestPlace> {
    struct Asked: Hashable {
      var path: String
      var function: String?
      var query: Query
    }
    func asked(_ source: SourceRequest, _ query: Query) -> Asked {
      var whole = query
      whole.start = nil
      whole.end = nil
      return Asked(path: source.path, function: source.request.function, query: whole)
    }
    var paged: Set<RequestPlace> = []
    var continued: Set<Asked> = []
    var first: [(place: RequestPlace, asked: Asked)] = []
    for source in sources.requests {
      guard case .query(let query, _) = source.request.target else { continue }
      let mayContinue = source.request.unresolved.contains { $0.kind == .cursor || $0.kind == .constraint }
      if query.start != nil || query.end != nil || mayContinue {
        paged.insert(RequestPlace(source))
        if case .repeated? = source.request.repetition { continued.insert(asked(source, query)) }
      } else if case .repeated? = source.request.repetition {
        first.append((RequestPlace(source), asked(source, query)))
      }
    }
    // The first page may have a call of its own: `last == null ? q.get() : q.startAfter(last).get()`.
    return paged.union(first.filter { continued.contains($0.asked) }.map(\.place))
  }

  /// Reads among the steps, procedures followed.
  private static func collect(
    _ step: Step, below outer: Step, _ workload: Workload, depth: Int, into found: inout [(outer: Step, inner: Step)]
  ) {
    guard depth < 16 else { return }
    if step.readsByName || step.readsByQuery { found.append((outer, step)) }
    var inner = step.children
    if case .perform(let name) = step.action { inner += workload.procedure(named: name.text)?.steps ?? [] }
    for child in inner { collect(child, below: outer, workload, depth: depth + 1, into: &found) }
  }
}

extension ScannedRequest {
  /// Whether there is another way than to read once per document of a list: to keep in the list what is shown of others,
  /// or to read before the loop what is the same in every round.
  fileprivate func isAvoidable(below list: Query?) -> Bool {
    if kind == .listen || unresolved.contains(where: { $0.kind == .collection }) { return false }
    switch target {
    case .document(let path): return caller != .admin || path.segments.allSatisfy { $0.literal != nil }
    case .query(let query, _): return !walksTree(query, below: list) && caller != .admin
    case .realtime: return false
    }
  }

  /// Whether a server goes through a tree: it lists what lies below each document of a list, which no other query does
  /// for it.
  private func walksTree(_ query: Query, below list: Query?) -> Bool {
    guard caller == .admin, let list, let id = list.source.collectionID else { return false }
    return query.source.parent.segments.starts(with: list.source.parent.segments + [id])
  }
}

/// Where sources send a request.
struct RequestPlace: Hashable {
  var path: String
  var span: Span

  init(path: String, span: Span) {
    self.path = path
    self.span = span
  }

  init(_ source: SourceRequest) { self.init(path: source.path, span: source.request.location.span) }
}

extension Step {
  /// What is done once per document of this step's result.
  fileprivate var repeatedSteps: [Step] {
    switch action {
    case .read(let read): read.each
    case .page(let page): page.each
    case .realtime(let request): request.each
    case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group,
      .outsideWrite:
      []
    }
  }

  fileprivate var readsByName: Bool {
    if case .read(let read) = action, case .document = read.target { return read.source.asksService }
    return false
  }

  fileprivate var readsByQuery: Bool {
    if case .read = action { !sentQueries.isEmpty } else { false }
  }
}
