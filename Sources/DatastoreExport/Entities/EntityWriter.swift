package import FirestoreModel

/// Writes documents of one database.
package struct EntityWriter {
  private let database: DatabaseName

  /// What Google's emulator has before the ids of projects.
  private static let appPrefix = "dev~"
  private static let defaultDatabase: Text = "(default)"

  package init(database: DatabaseName) { self.database = database }

  package func record(_ document: Document) -> [UInt8] {
    var key = MessageBytes()
    key.add(13, app(database.project))
    key.add(14, message: Self.path(document.path.segments))
    addDatabase(database, to: &key)
    var entity = MessageBytes()
    entity.add(13, message: key)
    add(document.fields, to: &entity)
    entity.add(16, message: Self.path(document.path.segments.prefix(2)))
    return entity.bytes
  }

  private func app(_ project: Text) -> String.UTF8View { (Self.appPrefix + project.string).utf8 }

  private func addDatabase(_ name: DatabaseName, to message: inout MessageBytes) {
    if name.database != Self.defaultDatabase { message.add(23, name.database.string.utf8) }
  }

  private static func path(_ segments: some Collection<Text>) -> MessageBytes {
    var path = MessageBytes()
    add(segments, to: &path, element: 1, kind: 2, name: 4)
    return path
  }

  /// Kinds and names in turn, each pair a group: entities and references number them differently.
  private static func add(
    _ segments: some Collection<Text>, to message: inout MessageBytes, element: Int, kind: Int, name: Int
  ) {
    var collection: Text?
    for segment in segments {
      guard let known = collection else {
        collection = segment
        continue
      }
      var group = MessageBytes()
      group.add(kind, known.string.utf8)
      group.add(name, segment.string.utf8)
      message.add(element, group: group)
      collection = nil
    }
  }

  // MARK: - Values

  private func add(_ fields: MapValue, to entity: inout MessageBytes) {
    // Only what says that an array is empty counts as indexed, and those come first.
    for field in fields.fields where field.value.isEmptyArray { add(field.name, .array([]), false, to: &entity) }
    for field in fields.fields where !field.value.isEmptyArray {
      switch field.value {
      case .array(let values): for value in values { add(field.name, value, true, to: &entity) }
      default: add(field.name, field.value, false, to: &entity)
      }
    }
  }

  private func add(_ name: Text, _ value: Value, _ isElement: Bool, to entity: inout MessageBytes) {
    var property = MessageBytes()
    if let meaning = value.meaning { property.add(1, varint: meaning.rawValue) }
    property.add(3, name.string.utf8)
    property.add(4, varint: isElement ? 1 : 0)
    property.add(5, message: content(of: value))
    entity.add(value.isEmptyArray ? 14 : 15, message: property)
  }

  private func content(of value: Value) -> MessageBytes {
    var content = MessageBytes()
    switch value {
    case .null, .array: break
    case .integer(let number): content.add(1, varint: UInt64(bitPattern: number))
    case .timestamp(let time): content.add(1, varint: UInt64(bitPattern: time.microseconds))
    case .boolean(let flag): content.add(2, varint: flag ? 1 : 0)
    case .string(let text): content.add(3, text.string.utf8)
    case .bytes(let bytes): content.add(3, bytes)
    case .double(let number): content.add(4, fixed64: number.bitPattern)
    case .geoPoint(let point):
      var group = MessageBytes()
      group.add(6, fixed64: point.latitude.bitPattern)
      group.add(7, fixed64: point.longitude.bitPattern)
      content.add(5, group: group)
    case .reference(let name): content.add(12, group: reference(name))
    case .map(let map): content.add(3, message: embedded(map))
    case .vector(let components):
      content.add(
        3,
        message: embedded(["__type__": .string("__vector__"), "value": .array(components.map { Value.double($0) })]))
    }
    return content
  }

  /// An entity without a name.
  private func embedded(_ map: MapValue) -> MessageBytes {
    var key = MessageBytes()
    key.add(13, [])
    key.add(14, [])
    var entity = MessageBytes()
    entity.add(13, message: key)
    add(map, to: &entity)
    entity.add(16, [])
    return entity
  }

  private func reference(_ name: DocumentName) -> MessageBytes {
    var group = MessageBytes()
    group.add(13, app(name.database.project))
    Self.add(name.path.segments, to: &group, element: 14, kind: 15, name: 17)
    addDatabase(name.database, to: &group)
    return group
  }
}

extension Value {
  fileprivate var isEmptyArray: Bool {
    if case .array(let values) = self { values.isEmpty } else { false }
  }

  fileprivate var meaning: EntityFormat.Meaning? {
    switch self {
    case .timestamp: .timestamp
    case .geoPoint: .point
    case .bytes: .bytes
    case .map, .vector: .entity
    case .array: .emptyArray
    case .null, .boolean, .integer, .double, .string, .reference: nil
    }
  }
}
