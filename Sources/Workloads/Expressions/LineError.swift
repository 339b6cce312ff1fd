import Diagnostics

/// A mistake in a line of the workload language.
struct LineError: Error, Hashable {
  var code: DiagnosticCode
  var message: String
  var help: String?
  /// UTF-8 offsets in the line.
  var range: Range<Int>

  init(_ message: String, code: DiagnosticCode = .malformedInput, help: String? = nil, range: Range<Int>) {
    self.code = code
    self.message = message
    self.help = help
    self.range = range
  }

  static func unknownName(
    _ kind: WorkloadNameKind, _ name: String, among known: [String], range: Range<Int>
  ) -> LineError {
    LineError(
      "there is no \(kind.rawValue) \(QuotedText.of(name))", code: .unknownWorkloadName,
      help: helpForUnknownName(name, among: known), range: range)
  }
}

/// What a name in a workload can stand for; raw values are the words of messages.
enum WorkloadNameKind: String {
  case step, actor, procedure, parameter, function, variable, variant, result, figure
}

/// The help line of an unknown name: the nearest one, or all of them when they are few.
func helpForUnknownName(_ name: String, among known: [String]) -> String? {
  if let near = NearestName.of(name, among: known) { return "did you mean `\(near)`?" }
  let sorted = Set(known).sorted()
  guard !sorted.isEmpty, sorted.count <= 12 else { return nil }
  return "known: " + sorted.map { QuotedText.of($0) }.joined(separator: ", ")
}
