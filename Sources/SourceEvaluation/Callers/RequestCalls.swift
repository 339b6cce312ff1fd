import SourceSemantics

/// Calls that make of what a function asks what it is, the outermost of each way, at most a few. They only say where:
/// what is asked is the same whoever calls.
package struct RequestCalls: Hashable, Sendable {
  package private(set) var places: [OriginID] = []

  /// How many of them are told.
  private static let most = 8

  init(_ places: [OriginID] = []) { self.places = places }

  mutating func add(_ other: RequestCalls) {
    for place in other.places where places.count < Self.most && !places.contains(place) { places.append(place) }
  }

  package static func == (left: RequestCalls, right: RequestCalls) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
