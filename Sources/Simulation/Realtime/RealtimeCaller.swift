import FirestoreModel
import FirestoreRulesEvaluator
import RealtimeDatabase
import Workloads

extension AuthContext {
  /// What `auth` is in the rules of the Realtime Database.
  var realtimeNode: RealtimeNode {
    var node = RealtimeNode(RealtimeChildren([(key: RealtimeKey("uid"), node: RealtimeNode(.string(uid)))]))
    if let token = Value.map(token).realtimeNode { node = node.replacing("token", with: token) }
    return node
  }
}

extension Value {
  /// Nil for what no claim can be.
  fileprivate var realtimeNode: RealtimeNode? {
    switch self {
    case .null: return .absent
    case .boolean(let flag): return RealtimeNode(.boolean(flag))
    case .integer(let number): return RealtimeNode(.number(Double(number)))
    case .double(let number): return number.isFinite ? RealtimeNode(.number(number)) : nil
    case .string(let text): return RealtimeNode(.string(text))
    case .timestamp(let time): return RealtimeNode(.number(Double(time.milliseconds)))
    case .array(let elements):
      let children = elements.enumerated().map {
        (key: RealtimeKey(String($0.offset)), node: $0.element.realtimeNode ?? .absent)
      }
      return RealtimeNode(RealtimeChildren(children))
    case .map(let map):
      let children = map.fields.map { (key: RealtimeKey($0.name.string), node: $0.value.realtimeNode ?? .absent) }
      return RealtimeNode(RealtimeChildren(children))
    case .bytes, .reference, .geoPoint, .vector: return nil
    }
  }
}
