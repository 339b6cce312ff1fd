import FirestoreModel
import QueryModel

/// The properties of one entity, which may come in several pieces.
struct PropertyList {
  private enum Content {
    case single(Value)
    case elements([Value])
  }

  private var names: [Text] = []
  private var contents: [Content] = []
  private var positions: [Text: Int] = [:]

  var fields: [MapValue.Field] {
    zip(names, contents).map { name, content in
      switch content {
      case .single(let value): MapValue.Field(name: name, value: value)
      case .elements(let values): MapValue.Field(name: name, value: .array(values))
      }
    }
  }

  /// - Returns: false where the name is taken.
  mutating func add(_ name: Text, _ value: Value, isElement: Bool) -> Bool {
    guard let position = positions[name] else {
      positions[name] = names.count
      names.append(name)
      contents.append(isElement ? .elements([value]) : .single(value))
      return true
    }
    guard isElement, case .elements(var values) = contents[position] else { return false }
    // Not shared while it grows.
    contents[position] = .elements([])
    values.append(value)
    contents[position] = .elements(values)
    return true
  }
}

/// Reads the values of one entity.
struct ValueReader {
  let bytes: [UInt8]
  let key: EntityKey
  let target: DatabaseName

  /// Deeper than Firestore stores anything, and not as deep as a stack.
  private static let depthLimit = 40

  /// What a `Property` holds, before anything is made of it.
  private struct Property {
    var meaning: UInt64 = 0
    var name: Text?
    var isElement = false
    var value: Range<Int>?
  }

  func read(_ field: MessageFields.Field, into list: inout PropertyList, depth: Int) throws(ExportDamage) {
    var property = Property()
    var fields = MessageFields(bytes, try field.range())
    while let field = try fields.next() {
      switch field.number {
      case 1: property.meaning = try field.varint()
      case 3: property.name = Text(try field.string(in: bytes))
      case 4: property.isElement = try field.varint() != 0
      case 5: property.value = try field.range()
      default: break
      }
    }
    guard let name = property.name, let range = property.value else {
      throw ExportDamage("a property has no name or no value", at: field.offset)
    }
    let value = try value(range, meaning: property.meaning, at: field.offset, depth: depth)
    if case .array = value, property.isElement {
      throw ExportDamage("the property \(name) has arrays in an array", at: field.offset, kind: .unsupported)
    }
    guard list.add(name, value, isElement: property.isElement) else {
      throw ExportDamage("the property \(name) stands here twice", at: field.offset)
    }
  }

  private func value(_ range: Range<Int>, meaning: UInt64, at offset: Int, depth: Int) throws(ExportDamage) -> Value {
    var fields = MessageFields(bytes, range)
    let field = try fields.next()
    if let extra = try fields.next() { throw ExportDamage("a value is of two types", at: extra.offset) }
    guard let field else { return try absent(meaning, at: offset) }
    switch field.number {
    case 1:
      let number = Int64(bitPattern: try field.varint())
      return meaning == EntityFormat.Meaning.timestamp.rawValue
        ? .timestamp(Timestamp(microseconds: number)) : .integer(try plain(number, meaning, offset))
    case 2: return .boolean(try plain(try field.varint() != 0, meaning, offset))
    case 3: return try text(field, meaning, depth)
    case 4: return .double(try plain(Double(bitPattern: try field.fixed64()), meaning, offset))
    case 5: return .geoPoint(try point(try field.group()))
    case 12: return .reference(try reference(field))
    default:
      throw ExportDamage(
        "a value of Datastore's type \(field.number) is nothing that Firestore has", at: field.offset,
        kind: .unsupported)
    }
  }

  private func absent(_ meaning: UInt64, at offset: Int) throws(ExportDamage) -> Value {
    if meaning == EntityFormat.Meaning.emptyArray.rawValue { return .array([]) }
    return try plain(.null, meaning, offset)
  }

  /// Numbers and the like mean nothing else; what does would be lost.
  private func plain<Content>(_ value: Content, _ meaning: UInt64, _ offset: Int) throws(ExportDamage) -> Content {
    guard meaning == 0 else { throw unknownMeaning(meaning, offset) }
    return value
  }

  private func unknownMeaning(_ meaning: UInt64, _ offset: Int) -> ExportDamage {
    ExportDamage(
      "a value of Datastore's meaning \(meaning) is nothing that Firestore has", at: offset, kind: .unsupported)
  }

  private func text(_ field: MessageFields.Field, _ meaning: UInt64, _ depth: Int) throws(ExportDamage) -> Value {
    switch EntityFormat.Meaning(rawValue: meaning) {
    case .bytes, .shortBytes: return .bytes(Array(bytes[try field.range()]))
    case .entity: return Value(normalizing: try map(try field.range(), at: field.offset, depth: depth + 1))
    case .text: break
    case .timestamp, .point, .emptyArray: throw unknownMeaning(meaning, field.offset)
    case nil:
      guard meaning == 0 || EntityFormat.textMeanings.contains(meaning) else {
        throw unknownMeaning(meaning, field.offset)
      }
    }
    return .string(Text(try field.string(in: bytes)))
  }

  private func map(_ range: Range<Int>, at offset: Int, depth: Int) throws(ExportDamage) -> MapValue {
    guard depth < Self.depthLimit else {
      throw ExportDamage("maps are nested more deeply than Firestore allows", at: offset, kind: .unsupported)
    }
    var properties = PropertyList()
    var fields = MessageFields(bytes, range)
    while let field = try fields.next() {
      switch field.number {
      case 13:
        guard try EntityKey(bytes, try field.range()).segments.isEmpty else {
          throw ExportDamage(
            "an entity inside of another one has a key, which is nothing that Firestore has", at: field.offset,
            kind: .unsupported)
        }
      case 14, 15: try read(field, into: &properties, depth: depth)
      default: break
      }
    }
    return MapValue(properties.fields)
  }

  private func point(_ range: Range<Int>) throws(ExportDamage) -> GeoPoint {
    var point = GeoPoint(latitude: 0, longitude: 0)
    var fields = MessageFields(bytes, range)
    while let field = try fields.next() {
      switch field.number {
      case 6: point.latitude = Double(bitPattern: try field.fixed64())
      case 7: point.longitude = Double(bitPattern: try field.fixed64())
      default: break
      }
    }
    return point
  }

  private func reference(_ field: MessageFields.Field) throws(ExportDamage) -> DocumentName {
    let named = try EntityKey(value: bytes, try field.group())
    guard let path = named.documentPath else {
      throw ExportDamage("a reference leads to no document", at: field.offset)
    }
    let isOwn = named.project == key.project && named.database == key.database
    return DocumentName(
      database: isOwn
        ? target : DatabaseName(project: Text(named.project), database: Text(named.database ?? "(default)")),
      path: path)
  }
}
