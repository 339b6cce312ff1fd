import FirestoreModel
package import StructuredText

extension RealtimeQuerySpec {
  private static let minimumName: Text = "[MIN_NAME]"
  private static let maximumName: Text = "[MAX_NAME]"

  /// The query object of the WebSocket protocol: `i`, `sp`, `sn`, `sin`, `ep`, `en`, `ein`, `l`, `vf`. Empty for the
  /// default query.
  package var wire: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ bound: Bound?, _ value: String, _ name: String, _ inclusive: String, virtual: Text) {
      guard let bound else { return }
      members.append(JSONValue.Member(value, bound.value.json))
      if let key = bound.key {
        members.append(JSONValue.Member(name, .string(key.string)))
      } else if !bound.isInclusive, ordering != .key {
        members.append(JSONValue.Member(name, .string(virtual.string)))
      }
      members.append(JSONValue.Member(inclusive, .boolean(bound.isInclusive)))
    }
    switch ordering {
    case .priority: break
    case .key: members.append(JSONValue.Member("i", ".key"))
    case .value: members.append(JSONValue.Member("i", ".value"))
    case .child(let path): members.append(JSONValue.Member("i", .string(RealtimeIndexTarget.child(path).description)))
    }
    add(start, "sp", "sn", "sin", virtual: RealtimeQuerySpec.maximumName)
    add(end, "ep", "en", "ein", virtual: RealtimeQuerySpec.minimumName)
    switch limit {
    case nil: break
    case .first(let count): members += [JSONValue.Member("l", .integer(Int64(count))), JSONValue.Member("vf", "l")]
    case .last(let count): members += [JSONValue.Member("l", .integer(Int64(count))), JSONValue.Member("vf", "r")]
    }
    return .object(members)
  }

  /// Reads a query object; nil for one that no client sends. Members that are not known are passed over.
  package init?(wire: JSONValue) {
    guard case .object(let members) = wire else { return nil }
    let reader = WireQueryReader(members: members)
    guard let ordering = reader.ordering else { return nil }
    self.init(ordering: ordering)
    guard reader.read("sp", "sn", "sin", isStart: true, into: &start, ordering),
      reader.read("ep", "en", "ein", isStart: false, into: &end, ordering)
    else { return nil }
    switch reader["l"]?.shape {
    case nil: break
    case .number(let number):
      guard let count = Int(exactly: number), count > 0 else { return nil }
      switch reader["vf"] {
      case .string("l"): limit = .first(count)
      case .string("r"): limit = .last(count)
      // An old `limit(n)` is anchored at the start when there is one.
      case nil: limit = start == nil ? .last(count) : .first(count)
      default: return nil
      }
    default: return nil
    }
  }

  fileprivate struct WireQueryReader {
    let members: [JSONValue.Member]

    subscript(name: String) -> JSONValue? { members.last { Text($0.key) == Text(name) }?.value }

    var ordering: Ordering? {
      switch self["i"] {
      case nil: return .priority
      case .string(let name):
        switch Text(name) {
        case ".priority": return .priority
        case ".key": return .key
        case ".value": return .value
        default:
          let path = RealtimePath(name)
          return path.isRoot || !path.isAddressable ? nil : .child(path)
        }
      default: return nil
      }
    }

    /// False for a bound that is none.
    func read(
      _ value: String, _ name: String, _ inclusive: String, isStart: Bool, into bound: inout Bound?,
      _ ordering: Ordering
    ) -> Bool {
      guard let json = self[value] else { return true }
      guard let node = RealtimeNode(primitive: json) else { return false }
      var isInclusive = true
      switch self[inclusive] {
      case nil: break
      case .boolean(let value): isInclusive = value
      default: return false
      }
      var key: RealtimeKey?
      switch self[name] {
      case nil: break
      case .string(let text):
        // The virtual ends of all keys decide alone whether the value itself is in.
        switch Text(text) {
        case RealtimeQuerySpec.minimumName: isInclusive = isStart
        case RealtimeQuerySpec.maximumName: isInclusive = !isStart
        default: key = RealtimeKey(text)
        }
      default: return false
      }
      if ordering == .key {
        guard case .string = node.leaf else { return false }
        key = nil
      }
      bound = Bound(node, key: key, isInclusive: isInclusive)
      return true
    }
  }
}
