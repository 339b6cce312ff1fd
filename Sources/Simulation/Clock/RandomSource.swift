import FirestoreModel
import Workloads

/// Chance for one actor instance or for the outside world, drawn from in the order of what happens to it alone.
final class RandomSource {
  private var stream: RandomStream

  init(seed: UInt64, purpose: String, instance: Int64) {
    stream = RandomStream(seed: seed).stream("simulation").stream(purpose).stream(instance)
  }

  func draw(_ quantity: Quantity) -> Int64 { stream.draw(quantity) }

  func draw(_ duration: DurationQuantity) -> TimeSpan { stream.draw(duration) }

  /// True with that probability. Certain answers draw nothing.
  func happens(_ probability: Double) -> Bool {
    if probability <= 0 { return false }
    return probability >= 1 || stream.chance(probability)
  }

  func newDocumentID() -> Text { stream.documentID() }

  /// 0 up to, but not including, `bound`.
  func number(below bound: Int) -> Int { Int(stream.index(below: UInt64(max(0, bound)))) }

  /// Draws as somebody else wants.
  func withStream<Result>(_ draw: (inout RandomStream) -> Result) -> Result { draw(&stream) }

  /// A stream for the fields of one write.
  func branch() -> RandomStream { RandomStream(seed: stream.next()) }
}
