import DocumentStore
import FirestoreModel
import IndexCatalog
import QueryModel
import QueryPlanner

/// The documents a query's source reaches, and how their names stand in the indexes that hold them.
struct NameSpace: Sendable {
  private enum Extent: Hashable, Sendable {
    /// One collection: names are document ids.
    case collection(CollectionPath)
    /// Every collection of an id, below a document or the root: names are full paths.
    case group(below: [Text])
    /// Every collection, directly below a document or the root, or at any depth.
    case kindless(below: [Text], allDescendants: Bool)
  }

  private let extent: Extent
  let database: DatabaseName

  init(_ source: QuerySource, database: DatabaseName) throws(UnboundOperandError) {
    self.database = database
    var parent: [Text] = []
    for segment in source.parent.segments { parent.append(try segment.boundText()) }
    guard let id = source.collectionID else {
      extent = .kindless(below: parent, allDescendants: source.allDescendants)
      return
    }
    let group = try id.boundText()
    if source.allDescendants {
      extent = .group(below: parent)
    } else {
      extent = .collection(CollectionPath(parent: DocumentPath(segments: parent), id: group))
    }
  }

  /// The stored form of a planned index for this source. A group-scope index that serves a collection query is read
  /// collection by collection.
  func layout(of index: PlannedIndex) -> IndexLayout {
    switch extent {
    case .collection:
      IndexLayout(collectionGroup: index.collectionGroup, partition: .collection, fields: index.fields)
    case .group: IndexLayout(collectionGroup: index.collectionGroup, partition: .group, fields: index.fields)
    case .kindless: IndexLayout(collectionGroup: nil, partition: .group, fields: index.fields)
    }
  }

  /// What every key of the source starts with.
  var keyPrefix: [UInt8] {
    guard case .collection(let collection) = extent else { return [] }
    var encoder = KeyEncoder()
    encoder.append(collection: collection)
    return encoder.bytes
  }

  /// Bounds of the name when the suffix is the name alone: sources below a document reach only part of the group.
  func extentInterval(descending: Bool) -> KeyInterval {
    switch extent {
    case .collection: return .everything
    case .group(let parent), .kindless(let parent, _):
      guard !parent.isEmpty else { return .everything }
      var encoder = KeyEncoder()
      encoder.append(ids: parent)
      let below = KeyInterval.startingWith(encoder.bytes)
      // The parent's own name ends where the ids of others follow, before all of them.
      encoder.appendEnd()
      let own = KeyInterval.startingWith(encoder.bytes)
      let interval = KeyInterval(lower: own.upper ?? below.lower, upper: below.upper)
      return descending ? interval.complemented : interval
    }
  }

  /// Whether a name found in the index belongs to the source: "directly below" is not a range of paths.
  func reaches(_ path: DocumentPath) -> Bool {
    guard case .kindless(let parent, false) = extent else { return true }
    return path.segments.count == parent.count + 2
  }

  var reachesWholeRanges: Bool {
    if case .kindless(_, false) = extent { false } else { true }
  }
}

// MARK: - Positions of names

extension NameSpace {
  /// The names that satisfy a predicate on `__name__`, ascending.
  func nameIntervals(_ predicate: Predicate) throws(UnboundOperandError) -> IntervalSet {
    switch predicate.test {
    case .equal(let operand): return IntervalSet([namePosition(try operand.boundValue())])
    case .lessThan(let operand): return below(try operand.boundValue(), inclusive: false)
    case .lessThanOrEqual(let operand): return below(try operand.boundValue(), inclusive: true)
    case .greaterThan(let operand): return above(try operand.boundValue(), inclusive: false)
    case .greaterThanOrEqual(let operand): return above(try operand.boundValue(), inclusive: true)
    case .notEqual(let operand): return except(try operand.boundValue())
    case .notIn(let operands):
      var allowed = IntervalSet.everything
      for operand in operands { allowed = allowed.intersection(except(try operand.boundValue())) }
      return allowed
    case .notInUnknown: throw UnboundOperandError()
    // Refused by validation: names are never null, NaN or arrays.
    case .contains, .isNull, .isNaN: return .nothing
    case .isNotNull, .isNotNaN: return .everything
    }
  }

  private func below(_ value: Value, inclusive: Bool) -> IntervalSet {
    let position = namePosition(value)
    return IntervalSet([KeyInterval(lower: [], upper: inclusive ? position.upper : position.lower)])
  }

  private func above(_ value: Value, inclusive: Bool) -> IntervalSet {
    let position = namePosition(value)
    let lower = inclusive ? position.lower : position.upper ?? KeyInterval.beyondEverything
    return IntervalSet([KeyInterval(lower: lower, upper: nil)])
  }

  private func except(_ value: Value) -> IntervalSet {
    let position = namePosition(value)
    var parts = [KeyInterval(lower: [], upper: position.lower)]
    if let upper = position.upper { parts.append(KeyInterval(lower: upper, upper: nil)) }
    return IntervalSet(parts)
  }

  /// Where a reference stands among the names: its own key, or for a document that the collection cannot hold the point
  /// between those before and those after it.
  func namePosition(_ value: Value) -> KeyInterval {
    guard case .reference(let name) = value else { return .point([]) }
    guard case .collection(let collection) = extent else {
      var encoder = KeyEncoder()
      encoder.append(path: name.path)
      return .startingWith(encoder.bytes)
    }
    return NameSpace.position(of: name.path, in: collection)
  }

  private static func position(of path: DocumentPath, in collection: CollectionPath) -> KeyInterval {
    let own = collection.segments
    for (segment, other) in zip(path.segments, own) where segment != other {
      let isBefore = KeyEncoder.idPrecedes(segment, other)
      return .point(isBefore ? [] : KeyInterval.beyondEverything)
    }
    // A shorter path is an ancestor and sorts before everything below it.
    guard path.segments.count > own.count else { return .point([]) }
    var encoder = KeyEncoder()
    encoder.append(id: path.segments[own.count])
    let interval = KeyInterval.startingWith(encoder.bytes)
    if path.segments.count == own.count + 1 { return interval }
    return .point(interval.upper ?? KeyInterval.beyondEverything)
  }
}

extension KeyEncoder {
  /// Whether one id sorts before another: numeric ids first, then UTF-8 order.
  fileprivate static func idPrecedes(_ left: Text, _ right: Text) -> Bool {
    var leftKey = KeyEncoder()
    leftKey.append(id: left)
    var rightKey = KeyEncoder()
    rightKey.append(id: right)
    return leftKey.bytes.lexicographicallyPrecedes(rightKey.bytes)
  }
}

// MARK: - Names of entries

extension NameSpace {
  /// The document of an entry, from its encoded name.
  func path(ofName name: [UInt8], descending: Bool) -> DocumentPath? {
    var offset = 0
    switch extent {
    case .collection(let collection):
      return KeyDecoder.id(in: name, at: &offset, descending: descending).map {
        DocumentPath(collection: collection, id: $0)
      }
    case .group, .kindless: return KeyDecoder.path(in: name, at: &offset, descending: descending)
    }
  }
}

extension PathSegment {
  func boundText() throws(UnboundOperandError) -> Text {
    guard case .literal(let text) = self else { throw UnboundOperandError() }
    return text
  }
}
