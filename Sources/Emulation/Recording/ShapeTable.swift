import FirestoreModel
import FirestoreService
import QueryPlanner
import QueryShapes

/// The shapes that were asked, each once.
struct ShapeTable {
  struct Record {
    var shape: InventoryShape
    var text: String
    /// `q-7f3a`
    var name: String
    var requests = 0
    /// Of these; rules said no.
    var denied = 0
    /// The first that asked.
    var operation: Text?
    var test: Text?
    var missing: [Missing] = []
  }

  /// An index that a shape needed and did not find.
  struct Missing {
    var index: MissingIndex
    var requests = 0
    var operation: Text?
    var test: Text?
  }

  /// Clients may invent shapes: more than these are not kept.
  static let limit = 10_000
  static let textLimit = 32 << 20
  /// Of one shape; nobody writes a longer one by hand.
  static let singleTextLimit = 64 << 10
  /// Spellings of one shape, all shapes together.
  static let spellingLimit = 20_000

  private(set) var records: [Record] = []
  /// Queries whose shape there was no room for.
  private(set) var unrecorded = 0
  private var indexes: [InventoryShape: Int] = [:]
  private var names: [String: Int] = [:]
  private var textBytes = 0

  /// The texts of all shapes by their names.
  var textsByName: [String: String] {
    Dictionary(records.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  /// Its place in `records`; it is entered when it is new. Nil: there is no room for it.
  mutating func index(of shape: InventoryShape) -> Int? {
    if let known = indexes[shape] { return known }
    guard indexes.count < Self.spellingLimit else {
      unrecorded += 1
      return nil
    }
    let spelling = shape.text
    guard spelling.utf8.count <= Self.singleTextLimit, textBytes + spelling.utf8.count <= Self.textLimit else {
      unrecorded += 1
      return nil
    }
    let canonical = shape.canonical
    if let known = indexes[canonical] {
      textBytes += spelling.utf8.count
      indexes[shape] = known
      return known
    }
    guard records.count < Self.limit else {
      unrecorded += 1
      return nil
    }
    textBytes += spelling.utf8.count
    let text = canonical.text
    let index = records.count
    records.append(Record(shape: canonical, text: text, name: name(of: canonical, text, index)))
    indexes[canonical] = index
    indexes[shape] = index
    return index
  }

  /// Shapes of one text share their name; others whose hash begins alike get a longer one.
  private mutating func name(of shape: InventoryShape, _ text: String, _ index: Int) -> String {
    for digits in [4, 8, 16] {
      let name = shape.hashedName(digits: digits)
      guard let other = names[name] else {
        names[name] = index
        return name
      }
      if records[other].text == text { return name }
    }
    return shape.hashedName(digits: 16)
  }

  mutating func count(_ request: ServedRequest, named operation: Text, at index: Int, countsMissing: Bool) {
    if records[index].requests == 0 {
      records[index].operation = request.context.operation
      records[index].test = request.context.test
    }
    if request.isNewRequest { records[index].requests += 1 }
    if case .denied = request.outcome { records[index].denied += 1 }
    guard countsMissing else { return }
    for missing in request.missingIndexes { count(missing, request, at: index) }
  }

  private mutating func count(_ missing: MissingIndex, _ request: ServedRequest, at index: Int) {
    var found = records[index].missing
    if let place = found.firstIndex(where: { $0.index.definition == missing.definition }) {
      found[place].requests += 1
    } else {
      found.append(
        Missing(index: missing, requests: 1, operation: request.context.operation, test: request.context.test))
    }
    records[index].missing = found
  }
}
