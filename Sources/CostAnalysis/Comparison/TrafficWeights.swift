package import Diagnostics
import FirestoreModel
package import Metering
package import Project
import StructuredText
import Workloads

/// How often every operation is called in a month, as somebody has measured or decided it.
package struct TrafficWeights: Hashable, Sendable {
  package struct Weight: Hashable, Sendable {
    /// `feed.open`, or `home/feed.open` where several workloads have a step of that name.
    package var name: String
    package var callsPerMonth: Rational
    package var location: SourceLocation?

    package init(name: String, callsPerMonth: Rational, location: SourceLocation? = nil) {
      self.name = name
      self.callsPerMonth = callsPerMonth
      self.location = location
    }
  }

  package var weights: [Weight]

  package init(_ weights: [Weight]) { self.weights = weights }

  /// `traffic` of `firebreak.json`; nil when it has none: then runs say how often.
  package init?(_ settings: FirebreakSettings) {
    guard !settings.traffic.isEmpty else { return nil }
    weights = settings.traffic.map {
      Weight(name: $0.step, callsPerMonth: $0.runs, location: $0.location)
    }
  }

  /// A file of its own: the object that stands under `traffic`, or an object with that key.
  package static func read(_ source: SourceText) -> (traffic: TrafficWeights?, diagnostics: [Diagnostic]) {
    let result =
      source.path.hasSuffix(".yaml") || source.path.hasSuffix(".yml")
      ? YAMLReader.read(source) : JSONReader.read(source, .comments)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    guard let root = result.valid else { return (nil, decoding.diagnostics) }
    var members = decoding.members(root, for: "traffic") ?? []
    if members.count == 1, let only = members.first, only.key == "traffic" {
      members = decoding.members(only.value, for: "traffic") ?? []
    }
    let weights = members.compactMap { member -> Weight? in
      guard let number = decoding.number(member.value, for: member.key) else { return nil }
      guard number.text.utf8.first != UInt8(ascii: "-"), let calls = Rational(decimal: number.text) else {
        decoding.report(
          .wrongType,
          "expected calls of a month, a plain number from 0, for \(QuotedText.of(member.key)), found "
            + QuotedText.of(number.text), at: member.value.span)
        return nil
      }
      return Weight(name: member.key, callsPerMonth: calls, location: source.location(member.keySpan))
    }
    return (decoding.hasErrors ? nil : TrafficWeights(weights), decoding.diagnostics)
  }

  enum Found: Equatable {
    case calls(Rational)
    /// Nobody says how often.
    case missing
    /// Several workloads have a step of that name.
    case ambiguous
  }

  /// - Parameter twins: how many workloads have a step of that name.
  func calls(of step: MeasuredSide.Step, twins: Int) -> Found {
    let qualified = Text("\(step.workload.string)/\(step.name.string)")
    if let own = weights.last(where: { Text($0.name) == qualified }) { return .calls(own.callsPerMonth) }
    guard let plain = weights.last(where: { Text($0.name) == step.name }) else { return .missing }
    return twins == 1 ? .calls(plain.callsPerMonth) : .ambiguous
  }

  /// Names that no operation of either side has.
  func unused(among steps: [MeasuredSide.Step]) -> [Weight] {
    let known = Set(steps.flatMap { [$0.name, Text("\($0.workload.string)/\($0.name.string)")] })
    return weights.filter { !known.contains(Text($0.name)) }
  }
}
