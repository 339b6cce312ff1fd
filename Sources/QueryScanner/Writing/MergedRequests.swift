import Diagnostics
import FirestoreModel
import QueryModel

extension [ScannedRequest] {
  /// Requests that ask the same are one. Where callers build it, what it writes and how long its lists are at most is no
  /// part of what it asks.
  var merged: [ScannedRequest] { joiningEqual.joiningListBounds.joiningUnresolved.map(\.orderingPlaces) }

  private var joiningEqual: [ScannedRequest] {
    joining { request in
      request.written = nil
      request.builtAt = []
      request.calledFrom = []
    } with: { mine, other in
      mine.join(written: other.written)
      mine.join(callersOf: other)
    }
  }

  /// One promises what all of them promise.
  private var joiningListBounds: [ScannedRequest] {
    joining { request in
      request.listBounds = [:]
      request.written = nil
      request.builtAt = []
      request.calledFrom = []
    } with: { mine, other in
      mine.join(written: other.written)
      mine.join(callersOf: other)
      mine.listBounds = mine.listBounds.reduce(into: [:]) { bounds, bound in
        if let length = other.listBounds[bound.key] { bounds[bound.key] = Swift.max(bound.value, length) }
      }
    }
  }

  /// What ways leave open, one leaves all of it open.
  private var joiningUnresolved: [ScannedRequest] {
    joining(where: { !$0.unresolved.isEmpty }) { request in
      request.unresolved = []
      request.written = nil
      request.builtAt = []
      request.calledFrom = []
    } with: { mine, other in
      mine.join(written: other.written)
      mine.join(callersOf: other)
      mine.unresolved += other.unresolved.filter { !mine.unresolved.contains($0) }
      mine.unresolved.sort()
    }
  }

  private func joining(
    where joins: (ScannedRequest) -> Bool = { _ in true }, besides leaveOut: (inout ScannedRequest) -> Void,
    with join: (inout ScannedRequest, ScannedRequest) -> Void
  ) -> [ScannedRequest] {
    var joined: [ScannedRequest] = []
    var places: [ScannedRequest: Int] = [:]
    for request in self {
      guard joins(request) else {
        joined.append(request)
        continue
      }
      var key = request
      leaveOut(&key)
      if let place = places[key] {
        join(&joined[place], request)
      } else {
        places[key] = joined.count
        joined.append(request)
      }
    }
    return joined
  }
}

extension ScannedRequest {
  /// Ways of which one writes something else leave it open.
  fileprivate mutating func join(written other: RealtimeWriteShape?) {
    guard let mine = written, let other else { return }
    written =
      mine.joined(with: other)
      ?? RealtimeWriteShape(path: mine.path, changes: [], isUpdate: mine.isUpdate, isOpen: true)
  }

  fileprivate mutating func join(callersOf other: ScannedRequest) {
    builtAt += other.builtAt
    let isKnown = !calledFrom.isEmpty && !other.calledFrom.isEmpty
    calledFrom = isKnown ? calledFrom.union(other.calledFrom) : []
  }

  /// Places in the order of files and positions, each once, and not too many of them.
  fileprivate var orderingPlaces: ScannedRequest {
    guard builtAt.count > 1 else { return self }
    let sorted = builtAt.sorted { left, right in
      left.source.path != right.source.path
        ? left.source.path.utf8.lexicographicallyPrecedes(right.source.path.utf8) : left.span.start < right.span.start
    }
    var request = self
    request.builtAt = Array(
      sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }.prefix(8))
    return request
  }
}
