import DocumentMessages
import FirestoreModel

/// Which fields of an answer are sent: the parameter `fields`, which Google's front end knows for every method.
struct ResponseMask: Hashable, Sendable {
  fileprivate indirect enum Part: Hashable, Sendable {
    case whole
    /// By their numbers.
    case fields([Int: Part])
    /// Entries of a map by their keys, and all others.
    case entries([Text: Part], others: Part?)
  }

  private static let mostPlaces = 10_000.0

  private let part: Part

  /// - Parameter message: the full name of the message that is answered.
  /// - Throws: INVALID_ARGUMENT for what is no selector or selects nothing.
  init(_ selector: String, of message: String) throws(FirestoreError) {
    guard let tree = FieldSelector.read(selector) else {
      // How production words it is not known.
      throw Self.refusal(of: selector, "It is not a list of fields.")
    }
    guard tree.places <= Self.mostPlaces else {
      throw FirestoreError(.unimplemented, "`fields` that lead to so many places are not supported (FB8001).")
    }
    do throws(MissingField) {
      part = try Part(tree, MessageDefinitions.service.messages[message])
    } catch {
      throw Self.refusal(of: selector, "Cannot find matching fields for path '\(error.path.joined(separator: "."))'.")
    }
  }

  private static func refusal(of selector: String, _ reason: String) -> FirestoreError {
    FirestoreError(
      .invalidArgument, "Request contains an invalid argument.",
      details: [
        .badRequest([.init(field: selector, description: "Error expanding 'fields' parameter. \(reason)")])
      ])
  }

  /// The fields of a message that are selected.
  func applied(to message: EncodedMessage) throws(FirestoreError) -> EncodedMessage {
    var writer = MessageWriter()
    try part.write(message.bytes, message.bytes.indices, to: &writer)
    return EncodedMessage(bytes: writer.bytes)
  }
}

/// A path of a selector that leads to nothing.
private struct MissingField: Error {
  var path: [String]
}

extension ResponseMask.Part {
  /// - Parameter definition: nil for a message without fields.
  fileprivate init(_ selector: FieldSelector, _ definition: MessageDefinition?) throws(MissingField) {
    self = .fields([:])
    for (name, inner) in selector.inner.sorted(by: { $0.key < $1.key }) {
      let part =
        name == "*" ? try Self.everyField(inner, definition) : try Self.field(name, inner, definition?[name])
      self = merged(with: part)
    }
    if selector.isEnd { self = .whole }
  }

  private static func field(
    _ name: String, _ selector: FieldSelector, _ field: FieldDefinition?
  ) throws(MissingField) -> Self {
    guard let field else { throw MissingField(path: [name]) }
    do throws(MissingField) { return .fields([field.number: try Self(selector, of: field)]) } catch {
      throw MissingField(path: [name] + error.path)
    }
  }

  /// Of all fields those that have what is selected in them.
  private static func everyField(
    _ selector: FieldSelector, _ definition: MessageDefinition?
  ) throws(MissingField) -> Self {
    if selector.isEnd { return .whole }
    var (found, missing): (Self?, MissingField?) = (nil, nil)
    for field in definition?.all ?? [] {
      do throws(MissingField) {
        let part = Self.fields([field.number: try Self(selector, of: field)])
        found = found?.merged(with: part) ?? part
      } catch { missing = error }
    }
    guard let found else { throw MissingField(path: ["*"] + (missing?.path ?? [])) }
    return found
  }

  /// What is selected of the value of a field.
  private init(_ selector: FieldSelector, of field: FieldDefinition) throws(MissingField) {
    switch field.kind {
    case .map(_, let content):
      var entries: [Text: Self] = [:]
      var others: Self?
      for (key, inner) in selector.inner.sorted(by: { $0.key < $1.key }) {
        let part: Self
        do throws(MissingField) { part = try Self(inner, of: content) } catch {
          throw MissingField(path: [key] + error.path)
        }
        if key == "*" { others = part } else { entries[Text(key)] = part }
      }
      self = .entries(entries, others: others)
    // JSON does not write these as the messages that they are.
    case .message(let name) where !name.hasPrefix("google.protobuf."):
      try self.init(selector, MessageDefinitions.service.messages[name])
    case .boolean, .int32, .int64, .double, .string, .bytes, .enumeration, .message:
      try self.init(selector, MessageDefinition?.none)
    }
    if selector.isEnd { self = .whole }
  }

  private func merged(with other: Self) -> Self {
    switch (self, other) {
    case (.fields(let mine), .fields(let others)): .fields(mine.merging(others) { $0.merged(with: $1) })
    case (.entries(let mine, let rest), .entries(let others, let otherRest)):
      .entries(
        mine.merging(others) { $0.merged(with: $1) },
        others: rest.flatMap { rest in otherRest.map { rest.merged(with: $0) } ?? rest } ?? otherRest)
    default: .whole
    }
  }

  /// Everything of a message that is selected, in its order.
  fileprivate func write(
    _ bytes: [UInt8], _ range: Range<Int>, to writer: inout MessageWriter
  ) throws(FirestoreError) {
    guard case .fields(let fields) = self else { return writer.append(Array(bytes[range])) }
    var reader = MessageReader(bytes, range)
    var start = reader.position
    while let (number, content) = try reader.next() {
      defer { start = reader.position }
      guard let part = fields[Int(clamping: number)] else { continue }
      if case .whole = part {
        writer.append(Array(bytes[start..<reader.position]))
      } else {
        try part.write(field: Int(clamping: number), bytes, try content.delimited(), to: &writer)
      }
    }
  }

  private func write(
    field number: Int, _ bytes: [UInt8], _ range: Range<Int>, to writer: inout MessageWriter
  ) throws(FirestoreError) {
    var inner = MessageWriter()
    if case .entries(let entries, let others) = self {
      let (key, value) = try Self.entry(bytes, range)
      guard let part = entries[Text(key)] ?? others else { return }
      inner.string(1, key)
      var content = MessageWriter()
      try part.write(bytes, value, to: &content)
      inner.message(2, encoded: content.bytes)
    } else {
      try write(bytes, range, to: &inner)
    }
    writer.message(number, encoded: inner.bytes)
  }

  private static func entry(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(FirestoreError) -> (key: String, value: Range<Int>) {
    var (key, value) = ("", range.upperBound..<range.upperBound)
    var reader = MessageReader(bytes, range)
    while let (number, content) = try reader.next() {
      switch number {
      case 1: key = try content.text(in: bytes)
      case 2: value = try content.delimited()
      default: break
      }
    }
    return (key, value)
  }
}
