import Diagnostics

/// Where code attaches a listener: what tells whether another one listens beside it, and to the same.
package struct ListenerSite: Hashable, Sendable {
  /// Some of the ways that a decision leaves open.
  package struct Branch: Hashable, Sendable {
    /// Where the decision stands.
    package var decision: Int
    package var ways: [Int]

    package init(decision: Int, ways: [Int]) {
      self.decision = decision
      self.ways = ways
    }
  }

  /// A variable that keeps what ends a listener, and where it is declared.
  package struct Holder: Hashable, Sendable {
    package var name: String
    package var declaration: Int?

    package init(name: String, declaration: Int?) {
      self.name = name
      self.declaration = declaration
    }
  }

  /// Where the piece of code starts: what several fences of a document show are forms of one thing, or other platforms'.
  var piece: Int
  /// On which ways the code is reached.
  var branches: [Branch]
  /// What is kept there next takes the place of this listener.
  var holder: Holder?
  /// The code of what is listened to, with the places where its names were given their values: equal for equal values.
  var subject: String

  package init(piece: Int, branches: [Branch], holder: Holder?, subject: String) {
    self.piece = piece
    self.branches = branches
    self.holder = holder
    self.subject = subject
  }

  /// Whether both listen at the same time on some way through the code.
  package func isBeside(_ other: ListenerSite) -> Bool {
    guard piece == other.piece else { return false }
    if let holder, holder == other.holder { return false }
    return !branches.contains { mine in
      other.branches.contains { $0.decision == mine.decision && !mine.ways.contains(where: $0.ways.contains) }
    }
  }

  /// Whether both listen to what the same code says of the same values.
  package func hasValues(of other: ListenerSite) -> Bool { subject == other.subject }
}

extension [ScannedRequest] {
  /// With the sites of listeners of which one file attaches several that look alike.
  ///
  /// - Parameter sites: those at the places of a file, by place.
  package func placingListeners(
    _ sites: (_ wanted: [String: Set<Int>]) -> [String: [Int: ListenerSite]]
  ) -> [ScannedRequest] {
    var met: [LikeListener: Int] = [:]
    var wanted: [String: Set<Int>] = [:]
    for request in self where request.kind == .listen {
      let (path, start) = (request.location.source.path, request.location.span.start)
      let alike = LikeListener(path: path, target: request.target)
      let first = met[alike, default: start]
      met[alike] = first
      if first != start { wanted[path, default: []].formUnion([first, start]) }
    }
    if wanted.isEmpty { return self }
    let found = sites(wanted)
    return map { request in
      var request = request
      if request.kind == .listen { request.site = found[request.location.source.path]?[request.location.span.start] }
      return request
    }
  }
}

/// What listeners of one file have in common that look alike.
private struct LikeListener: Hashable {
  var path: String
  var target: ScannedRequest.Target
}
