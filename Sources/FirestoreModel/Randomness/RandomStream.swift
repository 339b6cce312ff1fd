/// A stream of random numbers that is the same on every machine (SplitMix64).
///
/// Streams are named, not shared: what one actor or one data entry draws never changes what another one gets.
package struct RandomStream: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// The stream of that name below this one, whatever has been drawn so far from either.
  ///
  /// Call it on a stream from which nothing is drawn, such as the one of the run's seed.
  package func stream(_ name: String) -> RandomStream {
    RandomStream(seed: RandomStream.mixed(state ^ RandomStream.mixed(StableHash(name.utf8).value)))
  }

  /// The numbered stream below this one.
  package func stream(_ number: Int64) -> RandomStream {
    let key = RandomStream.mixed(UInt64(bitPattern: number) &+ 0x9E37_79B9_7F4A_7C15)
    return RandomStream(seed: RandomStream.mixed(state &+ key))
  }

  package mutating func next() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    return RandomStream.mixed(state)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 up to, but not including, 1.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// 0 up to, but not including, `bound`; 0 for a bound of 0.
  package mutating func index(below bound: UInt64) -> UInt64 {
    guard bound > 1 else { return 0 }
    // Numbers below the remainder of 2^64 would make small answers likelier.
    let threshold = (0 &- bound) % bound
    while true {
      let (high, low) = next().multipliedFullWidth(by: bound)
      if low >= threshold { return high }
    }
  }

  /// True with that probability.
  package mutating func chance(_ probability: Double) -> Bool {
    if probability >= 1 { return true }
    return unit() < probability
  }

  /// An id as SDKs make them: 20 letters and digits.
  package mutating func documentID() -> Text {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let bytes = (0..<20).map { _ in alphabet[Int(index(below: UInt64(alphabet.count)))] }
    return Text(String(decoding: bytes, as: UTF8.self))
  }

  /// Lower-case letters, so many characters and bytes.
  package mutating func letters(_ count: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, count))
    var bits: UInt64 = 0
    for position in 0..<max(0, count) {
      // Twelve letters of five bits each come from one number.
      if position.isMultiple(of: 12) { bits = next() }
      bytes.append(UInt8(ascii: "a") + UInt8((bits & 31) % 26))
      bits >>= 5
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
