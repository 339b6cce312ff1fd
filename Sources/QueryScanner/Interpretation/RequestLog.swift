import Diagnostics
import QueryModel

/// What is asked at one position of a file.
struct RequestsOfPlace: Sendable {
  /// The file's place among all.
  var file: Int
  var start: Int
  var requests: [ScannedRequest]
}

/// The requests that were met, by position, with the ways that led to them.
struct RequestLog {
  private struct Place: Hashable {
    var path: String
    var start: Int
    /// Of the file.
    private let length: Int

    init(_ location: SourceLocation) {
      path = location.source.path
      start = location.span.start
      length = location.source.bytes.count
    }

    /// Paths of one folder are alike for long.
    static func == (left: Place, right: Place) -> Bool {
      left.start == right.start && left.length == right.length && left.path == right.path
    }

    /// Paths are long, and few files of one length have a request at the same offset.
    func hash(into hasher: inout Hasher) {
      hasher.combine(start)
      hasher.combine(length)
      hasher.combine(path.utf8.count)
    }
  }

  /// Before a function: what it asks for if callers pass nothing.
  static let byDefault = Int.min + 1

  struct Entry {
    var request: ScannedRequest
    /// Each way: the functions that were being evaluated, the root first.
    var chains: [[Int]]
    /// There were more ways than are kept.
    var hasMoreChains = false
    /// What all ways write.
    var written: RealtimeWriteShape?
    /// Where callers have built it.
    var builtAt: [SourceLocation] = []
    /// On all of these ways the same call of a root has made others of it: it only says what callers know.
    var isRefined = false
    /// Where the ways leave their roots, each by the place of its chain.
    var calls: [(chain: Int, location: SourceLocation)] = []

    /// How many of them are told.
    private static let places = 8

    /// A way leaves its root here.
    mutating func note(_ call: SourceLocation?, of chain: [Int]) {
      guard let call, calls.count < 64, let place = chains.firstIndex(of: chain) else { return }
      if !calls.contains(where: { $0.chain == place && $0.location == call }) { calls.append((place, call)) }
    }

    mutating func note(_ places: [SourceLocation]) {
      for place in places where builtAt.count < Self.places && !builtAt.contains(place) { builtAt.append(place) }
    }

    /// Ways of which one writes something else leave it open.
    mutating func join(_ other: RealtimeWriteShape?) {
      guard let mine = written, let other else { return }
      written =
        mine.joined(with: other)
        ?? RealtimeWriteShape(path: mine.path, changes: [], isUpdate: mine.isUpdate, isOpen: true)
    }
  }

  /// What was met at one position, each shape once.
  private struct Shapes {
    private(set) var entries: [Entry] = []
    private var known: [ScannedRequest: Int] = [:]
    /// There were more than are kept.
    private(set) var hasMore = false

    /// How many are told apart.
    private static let limit = 250

    /// Up to so many are compared faster than they are hashed.
    private static let compared = 8

    private func place(of request: ScannedRequest) -> Int? {
      entries.count > Self.compared ? known[request] : entries.firstIndex { $0.request == request }
    }

    private mutating func noteLast(_ request: ScannedRequest) {
      if entries.count == Self.compared + 1 {
        for (place, entry) in entries.enumerated() { known[entry.request] = place }
      } else if entries.count > Self.compared {
        known[request] = entries.count - 1
      }
    }

    mutating func add(_ met: ScannedRequest, _ chain: [Int], _ call: SourceLocation?, isRefined: Bool) {
      var request = met
      request.written = nil
      request.builtAt = []
      if let same = place(of: request) {
        entries[same].join(met.written)
        entries[same].note(met.builtAt)
        if !isRefined { entries[same].isRefined = false }
        if !entries[same].chains.contains(chain) {
          if entries[same].chains.count < 16 {
            entries[same].chains.append(chain)
          } else {
            entries[same].hasMoreChains = true
          }
        }
        entries[same].note(call, of: chain)
      } else if entries.count < Self.limit {
        entries.append(Entry(request: request, chains: [chain], written: met.written, builtAt: met.builtAt))
        entries[entries.count - 1].note(call, of: chain)
        entries[entries.count - 1].isRefined = isRefined
        noteLast(request)
      } else {
        hasMore = true
      }
    }
  }

  private var entries: [Place: Shapes] = [:]
  private var remarks: [Place: [ResultRemark]] = [:]
  private var used: Set<Place> = []
  private var escaped: Set<Place> = []
  /// Queries of which the function that builds them has made others, and those that it hands out.
  private var refined: Set<Place> = []
  private var handed: Set<Place> = []
  /// Those of the root that is being evaluated.
  private var ofRoot = (refined: Set<Place>(), handed: Set<Place>())

  /// A query that was built here goes on into another call.
  mutating func markUsed(_ location: SourceLocation) { used.insert(Place(location)) }

  /// A query that was built here goes where nothing is read.
  mutating func markEscaped(_ location: SourceLocation, isHanded: Bool = false) {
    escaped.insert(Place(location))
    guard isHanded else { return }
    handed.insert(Place(location))
    ofRoot.handed.insert(Place(location))
  }

  /// A query that was built here has been narrowed by the same function.
  mutating func markRefined(_ location: SourceLocation) {
    refined.insert(Place(location))
    ofRoot.refined.insert(Place(location))
  }

  mutating func endRoot() {
    ofRoot.refined.removeAll(keepingCapacity: true)
    ofRoot.handed.removeAll(keepingCapacity: true)
  }

  /// - Parameter call: where the way leaves its root.
  /// - Parameter isRefined: the root made others of this query: nobody asks it.
  mutating func add(
    _ request: ScannedRequest, chain: [Int], call: SourceLocation? = nil, isRefined: Bool = false
  ) {
    let place = Place(request.location)
    entries[place, default: Shapes()].add(request, chain, call, isRefined: isRefined)
  }

  /// A query that was built here has gone on into a call that decides what is asked.
  func isUsed(_ location: SourceLocation) -> Bool { used.contains(Place(location)) }

  /// Whether this root has made others of what it has built here, and hands none of it out. What a helper hands out where
  /// it is read by itself is not what it hands to itself in the next of several calls.
  func isOnlyRefined(_ location: SourceLocation) -> Bool {
    let place = Place(location)
    return ofRoot.refined.contains(place) && !ofRoot.handed.contains(place)
  }

  private func mayBeUnsent(_ place: Place) -> Bool {
    !used.contains(place) && (!refined.contains(place) || handed.contains(place))
  }

  mutating func add(_ remark: ResultRemark, to location: SourceLocation) {
    let place = Place(location)
    if remarks[place, default: []].contains(remark) { return }
    remarks[place, default: []].append(remark)
  }

  /// Functions that were evaluated for themselves and for a caller, and that ask several things at one position.
  var functionsWithCallers: Set<Int> {
    var found: Set<Int> = []
    for shapes in entries.values where shapes.entries.count > 1 {
      var roots: Set<Int> = []
      var called: Set<Int> = []
      for chain in shapes.entries.lazy.flatMap(\.chains) {
        guard let root = chain.firstIndex(where: { $0 >= 0 }) else { continue }
        roots.insert(chain[root])
        called.formUnion(chain[(root + 1)...])
      }
      found.formUnion(roots.intersection(called))
    }
    return found
  }

  /// In the order of files, then of positions.
  /// - Parameters:
  ///   - answered: functions of which callers know everything that they ask.
  ///   - known: functions all of whose callers are known.
  ///   - ofInstances: methods of types of which all instances are known.
  func requests(
    fileOrder: [String: Int], answered: Set<Int> = [], known: Set<Int> = [], ofInstances: Set<Int> = []
  ) -> [RequestsOfPlace] {
    let ordered = entries.map { place, shapes in
      (file: fileOrder[place.path] ?? .max, place: place, shapes: shapes)
    }.sorted { left, right in
      left.file != right.file ? left.file < right.file : left.place.start < right.place.start
    }
    return ordered.map { file, place, shapes in
      let met = shapes.entries.filter {
        $0.request.kind != .unsent || (escaped.contains(place) && mayBeUnsent(place))
      }
      let remarks = remarks[place] ?? []
      let requests = met.withoutSuperseded(answered, known, ofInstances).filter { !$0.isRefined }.namingCalls(
        among: met
      ).map { entry in
        var request = entry.request
        request.written = entry.written
        request.builtAt = entry.builtAt.inOrder
        // An aggregation's result has a number of that name, too.
        request.remarks += remarks.filter { remark in
          if case .onlyCounted = remark { request.kind != .aggregate } else { true }
        }
        if shapes.hasMore { request.markIncomplete() }
        return request
      }
      // By their texts: the same whatever way led to which first.
      let told =
        requests.count < 2
        ? requests
        : requests.joiningListBounds.joiningUnresolved.map { ($0, $0.description) }.sorted { $0.1 < $1.1 }.map(\.0)
      return RequestsOfPlace(file: file, start: place.start, requests: told)
    }
  }
}

extension [ScannedRequest] {
  /// Requests that differ only in how long their lists are at most are one, which promises what all of them promise.
  fileprivate var joiningListBounds: [ScannedRequest] {
    if allSatisfy(\.listBounds.isEmpty) { return self }
    var joined: [ScannedRequest] = []
    var places: [ScannedRequest: Int] = [:]
    for request in self {
      var known = request
      known.listBounds = [:]
      known.builtAt = []
      guard let place = places[known] else {
        places[known] = joined.count
        joined.append(request)
        continue
      }
      joined[place].builtAt = (joined[place].builtAt + request.builtAt).inOrder
      let others = request.listBounds
      joined[place].listBounds = joined[place].listBounds.reduce(into: [:]) { bounds, bound in
        if let other = others[bound.key] { bounds[bound.key] = Swift.max(bound.value, other) }
      }
    }
    return joined
  }

  /// Requests that differ only in what ways leave open are one, which leaves all of it open.
  fileprivate var joiningUnresolved: [ScannedRequest] {
    var joined: [ScannedRequest] = []
    var places: [ScannedRequest: Int] = [:]
    for request in self {
      var known = request
      known.unresolved = []
      known.written = nil
      known.builtAt = []
      guard !request.unresolved.isEmpty, let place = places[known] else {
        if !request.unresolved.isEmpty { places[known] = joined.count }
        joined.append(request)
        continue
      }
      if let mine = joined[place].written, let other = request.written {
        joined[place].written = mine.joined(with: other) ?? joined[place].written
      }
      joined[place].builtAt = (joined[place].builtAt + request.builtAt).inOrder
      for part in request.unresolved where !joined[place].unresolved.contains(part) {
        joined[place].unresolved.append(part)
      }
      joined[place].unresolved.sort()
    }
    return joined
  }
}

extension [SourceLocation] {
  /// By file and position, each once.
  fileprivate var inOrder: [SourceLocation] {
    let sorted = sorted { left, right in
      left.source.path != right.source.path
        ? left.source.path.utf8.lexicographicallyPrecedes(right.source.path.utf8) : left.span.start < right.span.start
    }
    return sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
  }
}
