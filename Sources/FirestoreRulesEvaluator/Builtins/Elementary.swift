#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The functions of the C library that rules need. Nothing else here knows that library.
enum Elementary {
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// The angle in radians between two points of a sphere, by the haversine formula.
  static func angle(
    from a: (latitude: Double, longitude: Double), to b: (latitude: Double, longitude: Double)
  ) -> Double {
    let height = sin((b.latitude - a.latitude) / 2)
    let width = sin((b.longitude - a.longitude) / 2)
    let chord = height * height + cos(a.latitude) * cos(b.latitude) * width * width
    return 2 * asin(min(1, chord.squareRoot()))
  }
}
