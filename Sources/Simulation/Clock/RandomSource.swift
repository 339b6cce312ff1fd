import FirestoreModel
import Workloads

/// Chance for one actor instance or for the outside world, drawn from in the order of what happens to it alone.
///
/// Each step has a source of its own: one that is added, changed or left out changes nothing that others draw, so that
/// variants and states of a workload differ in what was changed only.
final class RandomSource {
  /// Nothing is drawn from it.
  private let origin: RandomStream
  private var stream: RandomStream
  private var steps: [String: RandomSource] = [:]

  init(seed: UInt64, purpose: String, instance: Int64) {
    origin = RandomStream(seed: seed).stream("simulation").stream(purpose).stream(instance)
    stream = origin
  }

  private init(_ origin: RandomStream) {
    self.origin = origin
    stream = origin
  }

  /// What is drawn for a step; steps of one name draw in turn. Outside of steps it is this source itself.
  func of(_ step: Step?) -> RandomSource {
    guard let name = step?.drawingName else { return self }
    if let known = steps[name] { return known }
    let source = RandomSource(origin.stream(name))
    steps[name] = source
    return source
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

extension Step {
  /// The operation, and for steps that ask nothing themselves what can tell them from others.
  fileprivate var drawingName: String {
    if let name { return name.text }
    return switch action {
    case .group(let steps), .condition(_, let steps, _): "around \(steps.first?.drawingName ?? "")"
    case .assign(let assignments): "let \(assignments.map(\.name.text).joined(separator: ", "))"
    case .perform(let name): "do \(name.text)"
    default: operation.name.string
    }
  }
}
