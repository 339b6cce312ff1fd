import Diagnostics
import FirestoreModel
import Project
import QueryModel
import QueryScanner
import QueryShapes
import SourceTokens
import Workloads

/// What workloads play beside what sources ask.
struct PlayedQueries {
  private let sources: [Asked]
  /// Collections of queries of which not everything is known; nil among them: any.
  private let open: Set<Text?>
  private let suites: [WorkloadSuite]

  private struct Asked {
    var source: SourceRequest
    var shape: PlayedShape
  }

  /// - Parameter sources: all of a project.
  init(_ sources: SourceQueries, _ suites: [WorkloadSuite]) {
    var asked: [Asked] = []
    var open: Set<Text?> = []
    for source in sources.requests where source.isOfApplication {
      guard case .query(let query, let aggregations) = source.request.target else { continue }
      if source.request.unresolved.contains(where: {
        $0.kind.decidesIndexes && $0.kind != .database || $0.kind == .variants
      }) {
        open.insert(query.source.collectionID?.literal)
      } else {
        asked.append(Asked(source: source, shape: PlayedShape(query, aggregations)))
      }
    }
    self.sources = asked
    self.open = open
    self.suites = suites
  }

  var findings: [Diagnostic] {
    guard !sources.isEmpty else { return [] }
    return suites.compactMap(notAsked) + [notPlayed].compactMap(\.self)
  }

  // MARK: FB7029

  /// The queries of a workload as it is, without its variants, that no source asks.
  private func notAsked(_ suite: WorkloadSuite) -> Diagnostic? {
    guard let workload = suite.variants.first?.workload else { return nil }
    var found: [(query: SentQuery, near: Asked?)] = []
    for query in workload.sentQueries where query.template.code == nil {
      let shape = PlayedShape(query)
      guard !found.contains(where: { PlayedShape($0.query) == shape }), !mayBeOpen(shape),
        !sources.contains(where: { $0.shape.isAsked(by: shape) })
      else { continue }
      found.append((query, sources.first { $0.shape.isAlike(shape) }))
    }
    guard let first = found.first else { return nil }
    let text = QuotedText.of(first.query.template.text, limit: 200)
    let message =
      found.count == 1
      ? "no source asks \(text)" : "no source asks \(found.count) queries of the workload, such as \(text)"
    let help: String
    if let near = first.near {
      help = "\(near.source.name) asks \(near.source.title)"
    } else if let other = sources.first(where: { $0.shape.collection == PlayedShape(first.query).collection }) {
      help = "of this collection, \(other.source.name) asks \(other.source.title)"
    } else {
      help = "`firebreak queries list` shows what the sources ask"
    }
    let location = { (query: SentQuery) in SourceLocation(source: suite.source, span: query.template.span) }
    return Diagnostic(
      .queryOfNoSource, message, at: location(first.query), help: help,
      related: found.dropFirst().prefix(9).map { RelatedLocation("no source asks this", at: location($0.query)) })
  }

  /// A query of which something is open may be this one.
  private func mayBeOpen(_ shape: PlayedShape) -> Bool { open.contains(nil) || open.contains(shape.collection) }

  // MARK: FB7030

  /// The queries of sources that no workload plays, in one line.
  private var notPlayed: Diagnostic? {
    var played: Set<PlayedShape> = []
    var named: Set<SourceLocation> = []
    for suite in suites {
      for variant in suite.variants {
        for query in variant.workload.sentQueries {
          if let code = query.template.code { named.insert(code.location) }
          played.insert(PlayedShape(query))
        }
      }
    }
    var seen: [PlayedShape] = []
    var missing: [Asked] = []
    for asked in sources where !seen.contains(asked.shape) {
      seen.append(asked.shape)
      let isPlayed = sources.contains { $0.shape == asked.shape && named.contains($0.source.request.location) }
      if !isPlayed, !played.contains(where: { asked.shape.isAsked(by: $0) }) { missing.append(asked) }
    }
    guard let first = missing.first else { return nil }
    let count = Counted.text(missing.count, "query", "queries")
    return Diagnostic(
      .requestNotPlayed,
      "no workload plays \(count) of the \(seen.count) that the sources ask, such as \(first.source.title)",
      at: first.source.request.location,
      notes: missing.dropFirst().prefix(9).map { "\($0.source.site)  \($0.source.shortTitle)" },
      help: first.source.request.function.map { "as a step of a workload: `query: {from: \($0)}`" })
  }
}

/// A query as far as it is the same one: what is left out of it are values, names of documents, the cursor of a next page
/// and the size of its pages.
private struct PlayedShape: Hashable {
  private let shape: InventoryShape
  private let limit: Int32?
  private let hasAnyLimit: Bool
  let collection: Text?

  init(_ query: Query, _ aggregations: [Aggregation]) {
    var query = query
    hasAnyLimit = query.unknownBounds.contains(.limit)
    limit = query.limit
    collection = query.source.collectionID?.literal
    (query.limit, query.unknownBounds, query.offset, query.projection) = (nil, [], 0, nil)
    if query.start?.before == false { query.start = nil }
    shape =
      InventoryShape(
        database: "(default)", kind: aggregations.isEmpty ? .get : .aggregate, caller: nil, query: query,
        aggregations: aggregations
      ).canonical
  }

  init(_ sent: SentQuery) {
    var query = sent.template.query
    if case .page(let page) = sent.step.action {
      query.limit = 1
      // Of some sizes only the run knows.
      if let size = page.size.constant { query.limit = Int32(clamping: size) } else { query.unknownBounds = .limit }
    }
    self.init(query, sent.aggregations)
  }

  /// The same query, but for its limit.
  func isAlike(_ other: PlayedShape) -> Bool { shape == other.shape }

  func isAsked(by played: PlayedShape) -> Bool {
    guard isAlike(played) else { return false }
    if hasAnyLimit || played.hasAnyLimit { return true }
    return limit == played.limit
  }
}

extension SourceRequest {
  /// An application asks it again and again.
  fileprivate var isOfApplication: Bool {
    !isTest && !isOfOneRun && !isExample && !request.isFromCache && request.refusal == nil && request.kind.isRead
      && (request.database.map { $0.string == Project.defaultDatabaseID } ?? true)
  }

  /// `ItemStore.start`, or the place.
  fileprivate var name: String { request.function.map { "`\($0)`" } ?? site }
}
