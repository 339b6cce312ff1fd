import Diagnostics
import FirestoreModel
import QueryModel
import SourceEvaluation
import SourceSemantics
import SourceSyntax
import SourceTokens

/// Values as today's scanner has them, for what is compared and written.
extension RequestWriter {
  mutating func value(_ id: ValueID) -> ScannedValue {
    let arena = evaluator.arena
    switch arena.kind(id) {
    case .null: return .null
    case .boolean: return .boolean(id == ValueArena.yes)
    case .integer: return .integer(arena.integer(id) ?? 0)
    case .scalar: return .scalar
    case .text: return .text(pieces(id))
    case .list: return list(id)
    case .record: return record(id)
    case .made: return made(id)
    case .choice: return ScannedValue.oneOf(arena.items(id).map { value($0.value) })
    case .result: return result(id)
    case .query:
      let targets = targets(id, under: .always, at: location(of: OriginID(raw: 0)))
      return ScannedValue.oneOf(targets)
    case .unknown: return changedNumber(id) ?? .unknown(UnknownValue())
    case .absent, .literal, .object, .function, .type, .module, .external, .symbol, .stuck:
      return .unknown(UnknownValue())
    }
  }

  /// A number made from one that was read.
  private mutating func changedNumber(_ value: ValueID) -> ScannedValue? {
    guard let source = evaluator.source(ofChangedNumber: value), case .result(let read) = result(source.result),
      case .realtime(let query) = read.target
    else { return nil }
    let member = source.member == .empty ? nil : Text(evaluator.program.names.text(source.member))
    return .unknown(UnknownValue(.changed(ReadNumber(location: query.location, member: member))))
  }

  private mutating func pieces(_ text: ValueID) -> [TextPiece] {
    var pieces: [TextPiece] = []
    for part in evaluator.arena.parts(text) {
      if evaluator.arena.kind(part) == .literal {
        pieces.append(literal(NameID(evaluator.arena[part].payload)))
      } else {
        pieces += value(part).textPieces
      }
    }
    return pieces.joined
  }

  /// Bytes that are no text are no name, and nothing is concluded from them.
  private func literal(_ name: NameID) -> TextPiece {
    String(validating: evaluator.program.names.bytes(of: name), as: UTF8.self).map(TextPiece.literal) ?? .unknown
  }

  private mutating func list(_ id: ValueID) -> ScannedValue {
    let items = evaluator.arena.items(id)
    let isWhole = evaluator.arena[id].variant == 0 && items.allSatisfy { $0.under == .always && $0.flags.isEmpty }
    let bound = evaluator.bound(of: id)
    // What is cut out of a list may be any part of it.
    let isPart = items.count == 1 && items[0].flags.contains(.spread)
    var list = ScannedList(isPart ? [] : items.map { value($0.value) }, isOpen: !isWhole)
    if !isWhole { list.openMaximum = bound }
    return .list(list)
  }

  private mutating func record(_ id: ValueID) -> ScannedValue {
    var entries: [ScannedEntry] = []
    for (key, value) in evaluator.entries(of: id) {
      if key == ValueArena.absent {
        entries.open()
      } else {
        entries.set(self.value(key), self.value(value))
      }
    }
    return .record(entries)
  }

  private mutating func made(_ id: ValueID) -> ScannedValue {
    let arena = evaluator.arena
    let parts = arena.parts(id)
    switch arena.construct(id) {
    case .ascending?: return .direction(.ascending)
    case .descending?: return .direction(.descending)
    case .documentName?: return .field(.documentName)
    case .field?:
      guard arena.kind(parts[0]) == .list else { return .field(.unknown) }
      let names = arena.items(parts[0]).map { value($0.value) }
      return .field(ScannedValue.path(of: names, isOpen: arena[parts[0]].variant != 0))
    case .transform?: return .transform
    case .userID?: return .userID
    case .addressPath?: return pathOfAddress(value(parts[0]))
    case .serverTimestamp?: return .serverValue(.timestamp)
    case .serverIncrement?: return .serverValue(.increment)
    case .placed?: return value(parts[0])
    case .vector?: return value(parts[0])
    case .order?, .limit?, .limitToLast?, .unfollowed?: return .constraint(.unknown)
    case .subfield?: return .field(subfield(parts[0], parts[1]))
    case .filter?, .and?, .or?, .composite?: return .constraint(.filter(filter(id)))
    case .format?: return formatted(parts[0], parts[1])
    case .join?: return joined(parts[0], parts[1])
    case .id?, .path?, .key?: return name(id, parts[0])
    case .database?: return .database(database(id))
    case .document?, .anyDocument?, .reference?, .documentOf?, .parent?:
      return document(id, at: location(of: OriginID(raw: 0))).map { .document($0) } ?? .unknown(UnknownValue())
    case .repeated?:
      var list = ScannedList([value(parts[0])], isOpen: true)
      list.openMaximum = evaluator.bound(of: id)
      return .list(list)
    default: return .unknown(UnknownValue())
    }
  }

  /// A field of a field's value.
  private mutating func subfield(_ field: ValueID, _ name: ValueID) -> FieldPath {
    let path = path(value(field))
    guard !path.isUnknown, let name = value(name).knownText else { return .unknown }
    return FieldPath(segments: path.segments + [Text(name)])
  }

  /// `reference.id`, `reference.path`, `reference.key`
  private mutating func name(_ id: ValueID, _ base: ValueID) -> ScannedValue {
    let place = location(of: OriginID(raw: 0))
    if evaluator.arena.kind(base) == .query {
      switch targets(base, under: .always, at: place).first {
      case .realtime(let draft)?: return draft.key ?? .null
      case .query(let draft)?:
        return draft.query.source.collectionID?.literal.map { .text([.literal($0.string)]) } ?? .text([.unknown])
      default: return .unknown(UnknownValue())
      }
    }
    guard let document = document(base, at: place) else { return .unknown(UnknownValue()) }
    if evaluator.arena.construct(id) == .path {
      return document.isKnown ? .text(path: document.path.segments) : .unknown(UnknownValue())
    }
    return document.path.segments.last.map { .text(path: [$0]) } ?? .unknown(UnknownValue())
  }

  /// What follows the host in an address.
  private func pathOfAddress(_ address: ScannedValue) -> ScannedValue {
    guard let text = address.knownText else { return .unknown(UnknownValue()) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.count >= 2, parts[0].hasSuffix(":") else { return .unknown(UnknownValue()) }
    return .text([.literal(parts.dropFirst(2).map { $0.prefix { $0 != "?" } }.joined(separator: "/"))])
  }

  private mutating func result(_ id: ValueID) -> ScannedValue {
    if let known = results[id] { return known }
    let written = write(result: id)
    results[id] = written
    return written
  }

  private mutating func write(result id: ValueID) -> ScannedValue {
    guard let view = evaluator.view(id) else { return .unknown(UnknownValue()) }
    let place = location(of: view.origin)
    let target: ScannedRequest.Target
    var database = DatabaseHandle(caller: asking)
    switch targets(view.target, under: .always, at: place).first {
    case .query(let draft)?:
      target = .query(draft.query, draft.aggregations)
      database = draft.database
    case .document(let document)?:
      target = .document(document.path)
      database = document.database
    case .realtime(let draft)?: target = .realtime(draft.query)
    default: return .unknown(UnknownValue())
    }
    let part: ScannedResult.Part =
      switch view.part {
      case .document: .document
      case .documents: .documents
      case .snapshot, .stream, .nothing, .snapshots: .snapshot
      }
    return .result(ScannedResult(part: part, location: place, target: target, database: database))
  }

  // MARK: - Texts with places for values

  /// `"users/{}/posts".format(uid)` and `"users/%s" % uid`
  private mutating func formatted(_ text: ValueID, _ values: ValueID) -> ScannedValue {
    let given = self.value(values)
    var positional: [ScannedValue] = []
    var named: [String: ScannedValue] = [:]
    switch given {
    case .list(let list):
      for element in list.elements {
        if case .record(let entries) = element {
          for entry in entries { named[entry.key] = entry.value }
        } else {
          positional.append(element)
        }
      }
    case .record(let entries): for entry in entries { named[entry.key] = entry.value }
    default: positional = [given]
    }
    var filling = FilledText(positional: positional, named: named)
    guard case .text(let pieces) = self.value(text) else { return .unknown(UnknownValue()) }
    return .text(
      pieces.flatMap { piece -> [TextPiece] in
        if case .literal(let literal) = piece { filling.pieces(of: literal) } else { [piece] }
      }.joined)
  }

  private mutating func joined(_ separator: ValueID, _ parts: ValueID) -> ScannedValue {
    guard case .list(let list) = value(parts), !list.isOpen, case .text(let between) = value(separator) else {
      return .unknown(UnknownValue())
    }
    return .text(Array(list.elements.map(\.textPieces).joined(separator: between)).joined)
  }
}

/// A text with places for values: `{}`, `{0}`, `{name}`, `%s`, `%(name)s`.
struct FilledText {
  let positional: [ScannedValue]
  let named: [String: ScannedValue]
  private var next = 0

  init(positional: [ScannedValue], named: [String: ScannedValue]) {
    self.positional = positional
    self.named = named
  }

  mutating func pieces(of literal: String) -> [TextPiece] {
    var pieces: [TextPiece] = []
    var rest = literal[...]
    while let place = rest.firstIndex(where: { $0 == "{" || $0 == "%" }) {
      pieces.append(.literal(String(rest[..<place])))
      let isBrace = rest[place] == "{"
      rest = rest[rest.index(after: place)...]
      if !isBrace, rest.first == "%" {
        pieces.append(.literal("%"))
        rest = rest.dropFirst()
      } else if isBrace {
        guard let end = rest.firstIndex(of: "}") else { break }
        pieces += value(String(rest[..<end].prefix { $0 != ":" && $0 != "!" }))
        rest = rest[rest.index(after: end)...]
      } else {
        var name = ""
        if rest.first == "(", let end = rest.firstIndex(of: ")") {
          name = String(rest[rest.index(after: rest.startIndex)..<end])
          rest = rest[rest.index(after: end)...]
        }
        rest = rest.drop { "#0- +.123456789".contains($0) }.dropFirst()
        pieces += value(name)
      }
    }
    return pieces + [.literal(String(rest))]
  }

  private mutating func value(_ name: String) -> [TextPiece] {
    var value = named[name]
    if name.isEmpty {
      value = positional.indices.contains(next) ? positional[next] : nil
      next += 1
    } else if let place = Int(name) {
      value = positional.indices.contains(place) ? positional[place] : nil
    }
    return value?.textPieces ?? [.unknown]
  }
}

extension [TextPiece] {
  /// Literals beside each other are one.
  var joined: [TextPiece] {
    var result: [TextPiece] = []
    for piece in self {
      if case .literal(let text) = piece {
        if text.isEmpty { continue }
        if case .literal(let before)? = result.last {
          result[result.count - 1] = .literal(before + text)
          continue
        }
      }
      result.append(piece)
    }
    return isEmpty ? [] : result.isEmpty ? [.literal("")] : result
  }
}
