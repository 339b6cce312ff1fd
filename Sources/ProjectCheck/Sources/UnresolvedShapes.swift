import Diagnostics
import FirestoreModel
import QueryModel
import QueryScanner
import QueryShapes

/// FB1010: what the code leaves open, at the place where it does, once for all queries that it is open in.
struct UnresolvedShapes {
  private struct Place: Hashable {
    var kind: UnresolvedPart.Kind
    var path: String
    var span: Span
  }

  private struct Entry {
    var part: UnresolvedPart.Kind
    var location: SourceLocation
    var shapes: [String]
    /// Whether one of the requests leaves more open than calls or variants that were not followed.
    var isOpen: Bool
  }

  private var entries: [Entry] = []
  private var known: [Place: Int] = [:]
  /// By the id of a database that no `firebase.json` configures: where the first query of it stands, and how many.
  private var strangers: [(id: String, location: SourceLocation, count: Int)] = []

  static func findings(in sources: SourceQueries, configured: Set<String>) -> [Diagnostic] {
    var shapes = UnresolvedShapes()
    for source in sources.requests {
      switch source.request.target {
      case .query: shapes.add(source.request, configured)
      case .realtime: shapes.add(source.request, nil)
      // The path of a document decides nothing that is judged here.
      case .document: break
      }
    }
    let findings = shapes.entries.map { finding($0, isOnlyDatabase: configured.count == 1) }
    return warned(findings, shapes.entries) + shapes.strangers.map(finding)
  }

  /// What was given up would have been judged: one warning says so, with all places. Of a request that is known otherwise,
  /// that is little.
  private static func warned(_ findings: [Diagnostic], _ entries: [Entry]) -> [Diagnostic] {
    let open = entries.indices.filter { entries[$0].part.isNotFollowed && entries[$0].isOpen }
    guard let first = open.first else { return findings }
    var warned = findings
    warned[first].severity = .warning
    if open.count > 1 {
      warned[first].notes.append("so it is at \(open.count - 1) other \(open.count == 2 ? "place" : "places")")
      warned[first].related += open.dropFirst().map { RelatedLocation("and here", at: entries[$0].location) }
    }
    return warned
  }

  /// What is open in queries that only the inventory knows, at their files.
  static func findings(inRecorded recorded: [QueryShape]) -> [Diagnostic] {
    var shapes = UnresolvedShapes()
    for shape in recorded { shapes.add(shape.unresolved, of: shape.text, at: shape.location) }
    return shapes.entries.map { finding($0, isOnlyDatabase: false) }
  }

  private mutating func add(_ parts: [UnresolvedPart], of text: String, at request: SourceLocation) {
    // Where not even the collection is known, that something was not followed says nothing.
    let isNamed = !parts.contains { $0.kind == .collection }
    let isOpen = isNamed && parts.contains { !$0.kind.isNotFollowed && !$0.kind.isValue }
    for part in parts where part.kind != .limit && part.kind != .offset {
      // Parts without a place of their own stand where the query is sent.
      let location = part.location.flatMap { $0.span.end > $0.span.start ? $0 : nil } ?? request
      // A place whose calls and variants are not followed is said once.
      let kind = part.kind.isNotFollowed ? .calls : part.kind
      let place = Place(kind: kind, path: location.source.path, span: location.span)
      if let index = known[place] {
        entries[index].isOpen = entries[index].isOpen || isOpen
        if part.kind == .calls { entries[index].part = .calls }
        if !entries[index].shapes.contains(text) { entries[index].shapes.append(text) }
      } else {
        known[place] = entries.count
        entries.append(Entry(part: part.kind, location: location, shapes: [text], isOpen: isOpen))
      }
    }
  }

  private mutating func add(_ request: ScannedRequest, _ configured: Set<String>?) {
    // The path is known, and wrong.
    let parts = request.unresolved.filter { $0.kind != .collection || request.refusal?.isOfPath != true }
    if !parts.isEmpty { add(parts, of: request.targetText, at: request.location) }
    guard let configured, let id = request.database?.string, !configured.contains(id) else { return }
    if let index = strangers.firstIndex(where: { $0.id == id }) {
      strangers[index].count += 1
    } else {
      strangers.append((id, request.location, 1))
    }
  }

  private static func finding(_ entry: Entry, isOnlyDatabase: Bool) -> Diagnostic {
    let first = QuotedText.of(entry.shapes.first ?? "?", limit: 200)
    var notes: [String] = []
    if entry.shapes.count > 1 { notes.append("open in \(entry.shapes.count) queries: \(entry.shapes.shortList)") }
    if entry.part == .variants {
      notes.append("those that are shown are judged; merged, the indexes that they need serve most of the others")
    }
    if entry.part == .database, isOnlyDatabase {
      notes.append("it is judged by the only database that is configured")
    } else if entry.part.decidesIndexes {
      notes.append("which index it needs is not judged")
    }
    return Diagnostic(
      .unresolvedQueryShape, "\(entry.part.phrase) of \(first) \(entry.part.verb)", at: entry.location, notes: notes,
      help: entry.part.help)
  }

  private static func finding(_ stranger: (id: String, location: SourceLocation, count: Int)) -> Diagnostic {
    Diagnostic(
      .unresolvedQueryShape,
      "the indexes of the database \(QuotedText.of(stranger.id)) are not known: no `firebase.json` configures it",
      at: stranger.location, notes: ["queries of it: \(stranger.count); which indexes they need is not judged"],
      help: "add the database to `firestore` in `firebase.json`")
  }
}

extension UnresolvedPart.Kind {
  /// The code would say it.
  fileprivate var isNotFollowed: Bool { self == .variants || self == .calls }

  /// A number or a position that only a run knows: the query is the same, whatever it is.
  fileprivate var isValue: Bool { self == .offset || self == .cursor }

  fileprivate var phrase: String {
    switch self {
    case .collection: "the collection"
    case .field: "a field"
    case .comparison: "a comparison"
    case .direction: "the direction of an order"
    case .constraint: "a constraint"
    case .limit: "the limit"
    case .offset: "the offset"
    case .cursor: "a cursor"
    case .aggregation: "an aggregation"
    case .database: "the database"
    case .variants: "some variants"
    case .calls: "some calls"
    }
  }

  fileprivate var verb: String {
    isNotFollowed ? "are not followed" : "is known only at run time"
  }

  fileprivate var help: String {
    switch self {
    case .collection, .field, .comparison, .direction, .aggregation, .database:
      "use a literal or a constant here, or call the function where its arguments can be read"
    case .constraint, .cursor, .limit, .offset:
      "build it where its calls can be read, or state the query in a workload"
    case .variants, .calls:
      "divide the function, so that fewer conditions lead to one query, or state the queries in a workload"
    }
  }
}

extension [String] {
  /// The first few, and how many more there are.
  fileprivate var shortList: String {
    let limit = 8
    if count <= limit { return joined(separator: ", ") }
    return prefix(limit).joined(separator: ", ") + " and \(count - limit) more"
  }
}
