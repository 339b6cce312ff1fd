import Diagnostics
import FirestoreModel
import QueryModel

/// What Swift code does with answers: snapshots, lists of documents, publishers and tasks of them; and with the texts
/// and numbers that queries are made of.
package struct SwiftResultVocabulary: SwiftVocabulary {
  package init() {}

  package func call(_ name: String, _ arguments: SDKArguments, _ scope: VocabularyScope) -> SDKMeaning? {
    // A `Result` stands for what it carries.
    if [".success", "Result.success", ".some"].contains(name), arguments.count == 1, let first = arguments[0] {
      return .value(first.value)
    }
    if name == ".failure" || name == "Result.failure" { return .value(.handle(.named("failure"))) }
    guard Self.conversions.contains(name), arguments.count == 1, let first = arguments[0] else { return nil }
    guard first.label == nil || first.label == "value" || first.label == "describing" else { return nil }
    switch (first.value, name) {
    case (.integer, _), (.userID, "String"), (.text, "String"), (.list, "Array"), (.result, "Array"):
      return .value(first.value)
    default: return nil
    }
  }

  /// Initialisers that only change the type.
  private static let conversions: Set<String> = [
    "String", "Int", "Int32", "Int64", "UInt", "NSNumber", "Array", "Set",
  ]

  package func call(
    _ name: String, on receiver: ScannedValue, _ arguments: SDKArguments, _ scope: VocabularyScope
  ) -> SDKMeaning? {
    switch receiver {
    case .result(let result): return call(name, result, arguments)
    case .list(let list):
      if name == "joined",
        let separator = arguments["separator"]?.value ?? (arguments.count == 0 ? .text([.literal("")]) : nil)
      {
        return joined(list, separator).map { .value($0) }
      }
      return sequenceStep(name, receiver)
    case .unknown(let unknown):
      // What is iterated is not known, only that it is.
      if Self.loops.contains(name) { return .iteration(over: receiver, returns: .nothing) }
      if let type = unknown.type, Self.sequences.contains(type.name) { return sequenceStep(name, receiver) }
      return unknown.type == nil ? nil : delivery(name, receiver, isCertain: false)
    default: return nil
    }
  }

  /// `["a", "b"].joined(separator: ".")`
  private func joined(_ list: ScannedList, _ separator: ScannedValue) -> ScannedValue? {
    guard !list.isOpen, !list.elements.isEmpty, list.elements.count <= 64 else { return nil }
    var pieces: [TextPiece] = []
    for (place, element) in list.elements.enumerated() {
      guard case .text(let text) = element, case .text(let between) = separator else { return nil }
      pieces += (place == 0 ? [] : between) + text
    }
    return .text(pieces.joinedLiterals)
  }

  package func member(_ name: String, of receiver: ScannedValue, _ scope: VocabularyScope) -> ScannedValue? {
    switch receiver {
    // What the case of a `Result` carries stands for it.
    case .result where name == "0", .query where name == "0", .document where name == "0": receiver
    case .list(let list):
      if let place = Int(name), !list.isOpen, list.elements.indices.contains(place) {
        list.elements[place]
      } else {
        nil
      }
    case .result(let result):
      if case .realtime = result.target { realtimeMember(name, result) } else { member(name, result) }
    // Values of enumerations and coding keys that stand for their text.
    case .text, .integer: name == "rawValue" || name == "stringValue" ? receiver : nil
    default: nil
    }
  }

  // MARK: - Results

  private func call(_ name: String, _ result: ScannedResult, _ arguments: SDKArguments) -> SDKMeaning? {
    if Self.passing.contains(name) { return .value(.result(result)) }
    switch (result.part, name) {
    case (_, "get") where arguments.isEmpty: return .value(.result(result))
    case (.snapshot, "documentChanges"): return .value(.result(result.with(.documents)))
    case (.snapshot, "childSnapshot"): return .value(.result(result.with(.document)))
    case (.document, "data"), (.document, "childSnapshot"): return .value(.result(result))
    case (.documents, "randomElement"): return .value(.result(result.with(.document)))
    case (.documents, _): return sequenceStep(name, .result(result))
    case (.snapshot, _), (.document, _): return delivery(name, .result(result))
    }
  }

  /// Publishers hand the whole answer on, as `map` of an optional does that holds something.
  private func delivery(_ name: String, _ value: ScannedValue, isCertain: Bool = true) -> SDKMeaning? {
    switch name {
    case "map", "tryMap", "compactMap", "tryCompactMap", "flatMap":
      .delivery(value, returnsClosureValue: true, isCertain: isCertain)
    case "sink", "forEach", "handleEvents": .delivery(value, returnsClosureValue: false)
    default: nil
    }
  }

  private func member(_ name: String, _ result: ScannedResult) -> ScannedValue? {
    switch (result.part, name) {
    case (.snapshot, "documents"), (.snapshot, "documentChanges"): .result(result.with(.documents))
    case (.snapshot, "query"): result.queryDraft.map(ScannedValue.query)
    case (.documents, "first"), (.documents, "last"): .result(result.with(.document))
    case (.documents, "lazy"): .result(result)
    case (.document, "document"), (.documents, "document"): .result(result.with(.document))
    case (.document, "reference"), (.documents, "reference"): result.documentReference.map(ScannedValue.document)
    default: nil
    }
  }

  private func realtimeMember(_ name: String, _ result: ScannedResult) -> ScannedValue? {
    switch name {
    case "ref": result.realtimeReference.map(ScannedValue.realtime)
    case "children", "allObjects", "value":
      result.part == .document ? .result(result) : .result(result.with(.documents))
    case "first", "last": .result(result.with(.document))
    default: nil
    }
  }

  // MARK: - Sequences

  private func sequenceStep(_ name: String, _ receiver: ScannedValue) -> SDKMeaning? {
    switch name {
    case "map", "compactMap", "flatMap", "tryMap", "concurrentMap", "asyncMap", "asyncCompactMap":
      .iteration(over: receiver, returns: .mapped)
    case "filter", "first", "last": .iteration(over: receiver, returns: .same(isFilter: true))
    case "forEach", "asyncForEach", "concurrentForEach", "reduce", "contains", "allSatisfy":
      .iteration(over: receiver, returns: .nothing)
    case "sorted", "drop", "prefix", "suffix", "dropFirst", "dropLast", "reversed", "shuffled", "enumerated":
      .iteration(over: receiver, returns: .same(isFilter: false))
    default: nil
    }
  }

  private static let loops: Set<String> = ["forEach", "asyncForEach", "concurrentForEach", "asyncMap", "concurrentMap"]

  private static let sequences: Set<String> = ["Array", "Set", "Dictionary", "Sequence", "Collection", "Range"]

  /// Steps of publishers that let the answer through.
  private static let passing: Set<String> = [
    "eraseToAnyPublisher", "receive", "subscribe", "replaceError", "removeDuplicates", "share", "setFailureType",
    "mapError", "retry", "delay", "debounce", "throttle", "catch", "print", "assertNoFailure",
  ]
}
