import Diagnostics

/// The requests that were met, by position, with the ways that led to them.
struct RequestLog {
  private struct Place: Hashable {
    var path: String
    var start: Int

    init(_ location: SourceLocation) {
      path = location.source.path
      start = location.span.start
    }
  }

  struct Entry {
    var request: ScannedRequest
    /// Each way: the functions that were being evaluated, the root first.
    var chains: [[Int]]
    /// There were more ways than are kept.
    var hasMoreChains = false
  }

  /// What was met at one position, each shape once.
  private struct Shapes {
    private(set) var entries: [Entry] = []
    private var known: [ScannedRequest: Int] = [:]
    /// There were more than are kept.
    private(set) var hasMore = false

    /// How many are told apart.
    private static let limit = 250

    mutating func add(_ request: ScannedRequest, _ chain: [Int]) {
      if let same = known[request] {
        if entries[same].chains.contains(chain) { return }
        if entries[same].chains.count < 16 {
          entries[same].chains.append(chain)
        } else {
          entries[same].hasMoreChains = true
        }
      } else if entries.count < Self.limit {
        known[request] = entries.count
        entries.append(Entry(request: request, chains: [chain]))
      } else {
        hasMore = true
      }
    }
  }

  private var places: [Place] = []
  private var entries: [Place: Shapes] = [:]
  private var remarks: [Place: [ResultRemark]] = [:]
  private var used: Set<Place> = []
  private var escaped: Set<Place> = []

  /// A query that was built here goes on into another call.
  mutating func markUsed(_ location: SourceLocation) { used.insert(Place(location)) }

  /// A query that was built here goes where nothing is read.
  mutating func markEscaped(_ location: SourceLocation) { escaped.insert(Place(location)) }

  mutating func add(_ request: ScannedRequest, chain: [Int]) {
    let place = Place(request.location)
    if entries[place] == nil { places.append(place) }
    entries[place, default: Shapes()].add(request, chain)
  }

  mutating func add(_ remark: ResultRemark, to location: SourceLocation) {
    let place = Place(location)
    if remarks[place, default: []].contains(remark) { return }
    remarks[place, default: []].append(remark)
  }

  /// In the order of files, then of positions.
  func requests(fileOrder: [String: Int]) -> [ScannedRequest] {
    let ordered = places.sorted { left, right in
      let files = (fileOrder[left.path] ?? .max, fileOrder[right.path] ?? .max)
      return files.0 != files.1 ? files.0 < files.1 : left.start < right.start
    }
    return ordered.flatMap { place in
      let met = (entries[place]?.entries ?? []).filter {
        $0.request.kind != .unsent || (escaped.contains(place) && !used.contains(place))
      }
      let requests = met.withoutSuperseded.map { entry in
        var request = entry.request
        request.remarks += remarks[place] ?? []
        if entries[place]?.hasMore == true { request.markIncomplete() }
        return request
      }
      // By their texts: the same whatever way led to which first.
      return requests.count < 2
        ? requests : requests.map { ($0, $0.description) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
  }
}
