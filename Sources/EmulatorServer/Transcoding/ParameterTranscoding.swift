import DocumentMessages
import Diagnostics
import StructuredText

// The parameters of a URL: `mask.fieldPaths=a` is the field `field_paths` of the field `mask`.

extension JSONTranscoder {
  /// - Parameter taken: fields that path and body of the request fill.
  mutating func parameters(
    _ parameters: [RESTTarget.Parameter], _ definition: MessageDefinition, except taken: Set<String>,
    to writer: inout MessageWriter
  ) {
    var counts: [[FieldDefinition]: Int] = [:]
    var groups: Set<[String]> = []
    for parameter in parameters {
      guard let path = path(parameter.name, in: definition), let field = path.last, !taken.contains(path[0].name) else {
        complaints.unboundParameter(parameter.name)
        continue
      }
      counts[path, default: 0] += 1
      guard field.isRepeated || counts[path] == 1 else {
        if counts[path] == 2 {
          let count = parameters.count { self.path($0.name, in: definition) == path }
          complaints.repeatedParameter(parameter.name, count: count)
        }
        continue
      }
      enter(path.dropLast())
      if let group = field.oneof, !groups.insert(path.dropLast().map(\.name) + [group]).inserted {
        complaints.secondOfGroup(group, parameter.name.split(separator: ".").last.map(String.init) ?? "")
      } else {
        complaints.enter(field.name)
        write(parameter.value, at: path[...], to: &writer)
        complaints.leave()
      }
      for _ in path.dropLast() { complaints.leave() }
    }
  }

  private mutating func enter(_ path: ArraySlice<FieldDefinition>) {
    for field in path { complaints.enter(field.name) }
  }

  /// Messages are filled field by field; only the last one has a value, which is no message of several fields.
  private func path(_ name: String, in definition: MessageDefinition) -> [FieldDefinition]? {
    var path: [FieldDefinition] = []
    var scope: MessageDefinition? = definition
    for part in name.split(separator: ".", omittingEmptySubsequences: false) {
      guard let field = scope?[String(part)] else { return nil }
      path.append(field)
      scope = field.isRepeated ? nil : message(of: field)
    }
    guard let last = path.last, last.isParameter else { return nil }
    return path
  }

  /// The parts of one message may come one by one: readers put them together again.
  private mutating func write(_ text: String, at path: ArraySlice<FieldDefinition>, to writer: inout MessageWriter) {
    guard let first = path.first else { return }
    guard path.count == 1 else {
      return writer.message(first.number) { write(text, at: path.dropFirst(), to: &$0) }
    }
    value(first, Node(first.parameterContent(text), span: Span(0, 0)), to: &writer)
  }
}

extension FieldDefinition {
  /// Whether a text can be its value.
  fileprivate var isParameter: Bool {
    switch kind {
    case .boolean, .int32, .int64, .double, .string, .bytes, .enumeration: true
    case .message(let name):
      JSONText.types.contains(name) || name.hasSuffix("Value") && name.hasPrefix("google.protobuf.")
    case .map: false
    }
  }

  /// The text of a parameter as JSON would have it.
  fileprivate func parameterContent(_ text: String) -> Node.Content {
    switch kind {
    case .boolean:
      switch text.lowercased() {
      case "", "true", "t", "yes", "y", "1": .boolean(true)
      case "false", "f", "no", "n", "0": .boolean(false)
      default: .string(text)
      }
    case .enumeration: Int32(text).map { .number("\($0)") } ?? .string(text)
    // A `+` that was not encoded arrives as a blank.
    case .bytes, .message: .string(text.replacing(" ", with: "+"))
    case .int32, .int64, .double, .string, .map: .string(text)
    }
  }
}
