package import FirestoreModel

/// One initial document.
package struct GeneratedDocument: Hashable, Sendable {
  package var path: DocumentPath
  package var fields: MapValue

  package init(path: DocumentPath, fields: MapValue) {
    self.path = path
    self.fields = fields
  }
}

/// The initial documents of one `data` entry, made one by one: nothing is kept.
///
/// Each document has a random stream of its own, named by its loop values and its number, so that changing one entry
/// or one count leaves all others as they are.
package struct DocumentGenerator: Sendable {
  package let entry: DataEntry
  private let clock: ClockSetting
  private let stream: RandomStream
  private var combination: LoopCombination
  private var values: [String: Value] = [:]
  private var combinationStream: RandomStream
  private var number: Int64 = 0
  private var count: Int64 = 0
  private var isStarted = false

  /// `position`: of the entry in `data`.
  package init(_ entry: DataEntry, at position: Int, seed: UInt64, clock: ClockSetting) {
    self.entry = entry
    self.clock = clock
    stream = RandomStream(seed: seed).stream("data").stream(Int64(position))
    combinationStream = stream
    combination = LoopCombination(entry.loops)
  }

  /// The next document, nil after the last one.
  package mutating func next() throws(ExpressionError) -> GeneratedDocument? {
    while number >= count {
      guard isStarted ? combination.advance() : !combination.isEmpty else { return nil }
      isStarted = true
      values = combination.values
      combinationStream = stream.stream(combination.position)
      var counting = combinationStream.stream("count")
      count = counting.draw(entry.count)
      number = 0
    }
    defer { number += 1 }
    return try document()
  }

  private func document() throws(ExpressionError) -> GeneratedDocument {
    let random = combinationStream.stream(number)
    var environment = InitialEnvironment(values: values, random: random.stream("path"), now: clock.start)
    let path = try entry.path.documentPath(in: &environment)
    // The document's own id is visible to its fields.
    environment.values["id"] = .string(path.id)
    let place = GenerationPlace(clock: clock, number: number, count: count, origin: clock.start)
    var generator = FieldGenerator(environment: environment, random: random.stream("fields"), place: place)
    var fields = MapValue()
    for assignment in try generator.fields(entry.fields) {
      switch assignment.field {
      case .value(let value): fields[assignment.path.segments[0]] = value
      case .serverTime: fields[assignment.path.segments[0]] = .timestamp(clock.start)
      case .increment(let amount): fields[assignment.path.segments[0]] = amount
      case .arrayUnion(let elements): fields[assignment.path.segments[0]] = .array(elements)
      case .arrayRemove: fields[assignment.path.segments[0]] = .array([])
      case .delete: break
      }
    }
    return GeneratedDocument(path: path, fields: fields)
  }
}

/// What initial documents can see: the loop variables and the start of the clock.
struct InitialEnvironment: PathEnvironment {
  var values: [String: Value]
  var random: RandomStream
  let now: Timestamp
  var serverNow: Timestamp { now }

  func value(of variable: String) -> Value? { values[variable] }
  func value(of field: FieldPath, in variable: String) -> Value? { nil }
  func count(of result: String) -> Int64? { nil }
  func extreme(_ extreme: ResultExtreme, of field: FieldPath, in result: String) -> ResultExtremeAnswer {
    .unknownResult
  }
  mutating func newDocumentID() -> Text { random.documentID() }
  mutating func anyChild(of collection: CollectionPath) -> Text? { nil }
  mutating func latestChild(of collection: CollectionPath) -> Text? { nil }
}
