import SourceSemantics
import SourceTokens

extension Evaluator {
  /// Limits that were reached where a request's place and constraints were looked for.
  package func limits(in target: ValueID) -> ReachedLimits {
    var limits: ReachedLimits = []
    var seen: Set<ValueID> = []
    var rest = [target]
    while let next = rest.popLast() {
      guard seen.insert(next).inserted else { continue }
      switch arena.cause(next) {
      case .calls?: limits.insert(.calls)
      case .variants?: limits.insert(.variants)
      default: rest += deciding(next)
      }
    }
    return limits
  }

  /// The parts of a path that are no ids of documents.
  private func deciding(path: ValueID) -> [ValueID] {
    switch arena.kind(path) {
    case .list where arena[path].variant == 0:
      let items = arena.items(path)
      let isOneEach = items.count > 1 && items.allSatisfy { $0.flags.isEmpty && !hasSlash($0.value) }
      let kept = isOneEach ? items.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element) : items
      return kept.map(\.value)
    case .text: return names(inPath: path)
    default: return [path]
    }
  }

  private func hasSlash(_ text: ValueID) -> Bool {
    guard arena.kind(text) == .text else { return false }
    return arena.parts(text).contains { piece in
      arena.kind(piece) == .literal
        && program.names.bytes(of: NameID(arena[piece].payload)).contains(UInt8(ascii: "/"))
    }
  }

  /// The pieces of a path that stand where names of collections do.
  ///
  /// - Parameter startsWithID: its first segment is the id of a document.
  func names(inPath text: ValueID, startsWithID: Bool = false) -> [ValueID] {
    var kept: [ValueID] = []
    var (isID, isEmpty) = (startsWithID, true)
    for piece in arena.parts(text) {
      guard arena.kind(piece) == .literal else {
        if !isID { kept.append(piece) }
        isEmpty = false
        continue
      }
      for byte in program.names.bytes(of: NameID(arena[piece].payload)) {
        if byte != UInt8(ascii: "/") {
          isEmpty = false
        } else if !isEmpty {
          (isID, isEmpty) = (!isID, true)
        }
      }
    }
    return kept
  }

  /// What makes another request if it is another value.
  private func deciding(_ value: ValueID) -> [ValueID] {
    let parts = arena.parts(value)
    switch arena.kind(value) {
    case .query, .choice, .list, .text: return parts
    case .result: return Array(parts.prefix(1))
    case .made:
      switch arena.construct(value) {
      case .filter?: return Array(parts.prefix(2))
      case .document? where arena.construct(parts[0]) != .database: return Array(parts.prefix(1))
      case .document?, .collection?:
        return parts.count < 2 ? parts : [parts[0]] + deciding(path: parts[1])
      case .nearest?: return Array(parts.prefix(1))
      case .limit?, .limitToLast?, .limitToFirst?, .offset?, .startAt?, .startAfter?, .endAt?, .endBefore?, .equalTo?:
        return []
      default: return parts
      }
    default: return []
    }
  }
}
