/// Puts the maps of a client into order: each is passed on once, however often and in whichever order requests bring it.
struct ForwardChannel: Sendable {
  private var next = 0
  private var early: [Int: [UInt8]] = [:]
  private var earlyBytes = 0

  /// What can be passed on now, in order.
  mutating func take(_ maps: [ForwardMap], _ limits: ChannelLimits) throws(ChannelRefusal) -> [[UInt8]] {
    var passed: [[UInt8]] = []
    for map in maps where map.id >= next && early[map.id] == nil {
      keep(map)
      while let text = early.removeValue(forKey: next) {
        earlyBytes -= text.count
        passed.append(text)
        next += 1
      }
    }
    guard early.count <= limits.earlyMaps, earlyBytes <= limits.earlyBytes else { throw .tooManyMaps }
    return passed
  }

  private mutating func keep(_ map: ForwardMap) {
    early[map.id] = map.text
    earlyBytes += map.text.count
  }
}
