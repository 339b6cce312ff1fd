import FirestoreModel

enum GeoPointMethods {
  static let signatures = [
    BuiltinSignature(.geoPoint, "distance", [.geoPoint], .float),
    BuiltinSignature(.geoPoint, "latitude", [], .float),
    BuiltinSignature(.geoPoint, "longitude", [], .float),
  ]

  static let functions = [BuiltinSignature(nil, "latlng.value", [.float, .float], .geoPoint)]

  /// In metres; the formula behind production's distance has not been recorded.
  private static let earthRadius = 6_371_010.0

  static func call(_ method: BuiltinMethod, _ point: GeoPoint, _ arguments: [RuleValue]) -> RuleOutcome? {
    switch (method, arguments.count) {
    case (.latitude, 0): return .value(.float(point.latitude))
    case (.longitude, 0): return .value(.float(point.longitude))
    case (.distance, 1):
      guard case .geoPoint(let other) = arguments[0] else { return nil }
      return .value(.float(distance(point, other)))
    default: return nil
    }
  }

  static func call(_ function: BuiltinFunction, _ arguments: [RuleValue]) -> RuleOutcome? {
    guard let latitude = arguments[0].number, let longitude = arguments[1].number else { return nil }
    guard (-90.0...90).contains(latitude), (-180.0...180).contains(longitude) else {
      return .error(.geoPointRange(latitude: latitude, longitude: longitude))
    }
    return .value(.geoPoint(GeoPoint(latitude: latitude, longitude: longitude)))
  }

  private static func distance(_ a: GeoPoint, _ b: GeoPoint) -> Double {
    earthRadius * Elementary.angle(from: radians(a), to: radians(b))
  }

  private static func radians(_ point: GeoPoint) -> (latitude: Double, longitude: Double) {
    (point.latitude * .pi / 180, point.longitude * .pi / 180)
  }
}
