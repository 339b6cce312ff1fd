import Diagnostics
import FirestoreModel
import QueryModel
package import QueryScanner

/// What a scan of one project found, in a form that outlives the build that found it.
package struct ScanRecord: Codable, Hashable, Sendable {
  /// One request, or something else that a report tells of a place.
  package struct Entry: Codable, Hashable, Comparable, Sendable {
    /// `src/chats.ts:41`
    package var place: String
    /// `get`, `listen`, …, or what else it is: `cut`, `unknown-database`.
    package var kind: String
    package var target: String
    /// Kinds of what is left open, in a fixed order.
    package var unresolved: [String]
    /// Who asks, how often, what was noticed: each said as one word or more.
    package var circumstances: [String]

    package init(place: String, kind: String, target: String, unresolved: [String] = [], circumstances: [String] = []) {
      self.place = place
      self.kind = kind
      self.target = target
      self.unresolved = unresolved
      self.circumstances = circumstances
    }

    package static func < (left: Entry, right: Entry) -> Bool { left.order.lexicographicallyPrecedes(right.order) }

    private var order: [String] {
      let (path, line) = place.lastIndex(of: ":").map { (place[..<$0], place[$0...].dropFirst()) } ?? (place[...], "")
      return [String(path), String(repeating: "0", count: max(0, 9 - line.count)) + line, text]
    }

    /// In one line: `get chats where owner == ? !variants`.
    package var text: String {
      ([kind, target] + unresolved.map { "!\($0)" } + circumstances).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  package var entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries.sorted() }

  /// - Parameter root: paths are told from there.
  package init(_ report: ScanReport, below root: String) {
    var places = PlaceNames(root: root)
    var entries = report.requests.map { Entry($0, &places) }
    entries += report.cuts.map { Entry(place: places.name(of: $0), kind: "cut", target: "") }
    entries += report.unknownDatabases.map { unknown in
      Entry(
        place: places.name(of: unknown.location), kind: "unknown-database", target: "\(unknown.name) \(unknown.count)")
    }
    entries += report.fragments.map { fragment in
      let place = places.name(of: SourceLocation(source: fragment.source, span: fragment.span))
      return Entry(place: place, kind: "fragment", target: "\(fragment.kind)")
    }
    self.init(entries: entries)
  }
}

extension ScanRecord.Entry {
  fileprivate init(_ request: ScannedRequest, _ places: inout PlaceNames) {
    self.init(
      place: places.name(of: request.location), kind: request.kind.name, target: request.targetText,
      unresolved: request.unresolvedNames, circumstances: request.circumstances)
    if let written = request.written { circumstances.append("writes \(written)") }
    if let refusal = request.refusal { circumstances.append("refused: \(refusal.message)") }
    circumstances += request.builtAt.map { "built-at \(places.name(of: $0))" }.sorted()
  }
}

extension ScannedRequest {
  /// All that its text says beyond what is asked and what is open.
  fileprivate var circumstances: [String] {
    var plain = self
    plain.unresolved = []
    plain.refusal = nil
    let words = "\(plain)".dropFirst("\(kind.name) \(targetText)".count).split(separator: " ").map(String.init)
    return words + listBounds.map { "at-most-\($0.value)-of-\($0.key)" }.sorted()
  }
}

/// Names of places: lines of each file are counted once.
private struct PlaceNames {
  var root: String
  private var tables: [String: LineTable] = [:]

  init(root: String) { self.root = root.hasSuffix("/") ? root : root + "/" }

  mutating func name(of location: SourceLocation) -> String {
    let path = location.source.path
    let table = tables[path] ?? LineTable(location.source)
    tables[path] = table
    let shown = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
    return "\(shown):\(table.position(of: location.span.start).line)"
  }
}
