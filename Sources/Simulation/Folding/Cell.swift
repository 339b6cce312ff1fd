import FirestoreModel
import RealtimeDatabase
import Workloads

/// A part of a variant that can be simulated on its own: who takes part, and for how many each one stands.
struct Cell: Sendable {
  struct Member: Sendable {
    var number: Int64
    var multiplicity: Int64
    /// Starts its sessions at moments of its own.
    var isSpread = false
  }

  /// The instances of each actor that take part, in the order of the workload.
  var members: [(actor: WorkloadActor, instances: [Member])]
  /// What belongs to the one user of a folded cell; nil when everything is simulated.
  var keys: [InstanceKey] = []
  /// The number of that user.
  var number: Int64 = 0
  /// For how many users everything that carries a key stands.
  var multiplicity: Int64 = 1
  /// How often counts what belongs to no user: once in one cell and not at all in the others, but in worlds of their own
  /// once in each.
  var sharedCopies: Int64 = 1
  /// An actor whose instances live in worlds of their own.
  var isolatedInstance: Int64?
  /// Whether its user stands for every number with as many digits.
  var isClass = false
  /// Whether it is simulated for any number of users, though it stands for one.
  var isUnit = false
}

/// Where an instance's number stands in the paths that only this instance uses: `Chats/{i}/…`, `Users/u{i}/…`.
struct InstanceKey: Hashable, Sendable {
  /// The fixed segments in front.
  var prefix: [Text]
  var before: String
  var after: String
  /// In the Realtime Database.
  var isRealtime = false

  func text(_ number: Int64) -> Text { Text("\(before)\(number)\(after)") }

  /// Whether the pattern may be of a place of some instance.
  func leads(_ segments: [TextTemplate], isRealtime: Bool = false) -> Bool {
    self.isRealtime == isRealtime && segments.count > prefix.count
      && zip(prefix, segments).allSatisfy { key, segment in segment.literal.map { Text($0) == key } ?? false }
      && mayBe(segments[prefix.count])
  }

  /// Whether some instance is called like that.
  private func mayBe(_ segment: TextTemplate) -> Bool {
    let form = NumberedTexts.Form(before: before, after: after)
    if let literal = segment.literal { return form.mayBe(literal) }
    guard let numbered = segment.numberedVariable else { return true }
    return form.overlaps(.init(before: numbered.before, after: numbered.after))
  }
}

extension Cell {
  /// Whether somebody who is simulated stands for others.
  var isFolded: Bool { isUnit || members.contains { $0.instances.contains { $0.multiplicity > 1 } } }

  /// Whether places of several instances lie below a location: whoever looks at it sees what all of them have done.
  func holdsPlaces(below location: RealtimePath) -> Bool {
    keys.contains { key in
      key.isRealtime && location.depth <= key.prefix.count
        && zip(location.keys, key.prefix).allSatisfy { $0.text == $1 }
    }
  }

  func isKeyed(_ path: DocumentPath) -> Bool {
    keys.contains { key in
      !key.isRealtime && path.segments.count > key.prefix.count && path.segments.starts(with: key.prefix)
        && path.segments[key.prefix.count] == key.text(number)
    }
  }

  /// For how many documents of the whole database a document of this cell stands.
  func copies(of path: DocumentPath) -> Int64 {
    isKeyed(path) ? multiplicity : sharedCopies
  }

  /// The entry with only those documents that this cell's user can reach.
  func restricted(_ entry: DataEntry) -> DataEntry? {
    var entry = entry
    entry.loops = restricted(entry.loops, of: entry.path)
    return entry
  }

  func restricted(_ write: OutsideWrite) -> OutsideWrite? {
    var write = write
    write.loops = restricted(write.loops, of: write.path)
    return write
  }

  func restricted(_ entry: RealtimeDataEntry) -> RealtimeDataEntry {
    var entry = entry
    entry.loops = restricted(entry.loops, of: entry.path, isRealtime: true)
    return entry
  }

  private func restricted(_ loops: [Loop], of path: PathPattern, isRealtime: Bool = false) -> [Loop] {
    var loops = loops
    for key in keys where key.leads(path.segments, isRealtime: isRealtime) {
      guard let variable = path.segments[key.prefix.count].numberedVariable?.name,
        let index = loops.firstIndex(where: { $0.variable == variable })
      else { continue }
      loops[index].values = .range(first: number, last: number)
    }
    return loops
  }
}

extension TextTemplate {
  /// The variable of a template that is one variable between fixed texts.
  var numberedVariable: (before: String, name: String, after: String)? {
    var before = ""
    var after = ""
    var name: String?
    for part in parts {
      switch part {
      case .literal(let text): if name == nil { before += text } else { after += text }
      case .expression(let expression):
        guard name == nil, case .variable(let variable) = expression.root.kind else { return nil }
        name = variable
      case .newID, .anyChild, .latestChild: return nil
      }
    }
    return name.map { (before, $0, after) }
  }
}
