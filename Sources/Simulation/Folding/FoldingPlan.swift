import FirestoreModel
import FirestoreRulesEnforcement
import FirestoreRulesLanguage
import QueryModel
import RealtimeRules
import Workloads

/// Divides a variant into cells.
///
/// Instances of one kind whose numbers stand for nothing but places of their own behave alike: one of each length of
/// number is simulated (names of other lengths cost other bytes) and stands for all of them. When instances could meet,
/// or chance could make them differ, every one is simulated in one shared world.
enum FoldingPlan {
  /// - Parameter access: the rules in force; where they could tell instances apart, none is folded.
  /// - Parameter foldsSingles: also looks for the places of instances where there is only one.
  static func cells(
    of workload: Workload, under access: FoldingRules = FoldingRules(), isFolding: Bool = true,
    foldsSingles: Bool = false
  ) -> [Cell] {
    let shared = workload.actors.filter { $0.world == .shared }
    var cells = sharedCells(shared, of: workload, access, isFolding: isFolding, foldsSingles)
    // What belongs to nobody is there once, and once more in each world of its own.
    for index in cells.indices { cells[index].sharedCopies = index == 0 ? 1 : 0 }
    for actor in workload.actors where actor.world == .own {
      cells += ownCells(actor, of: workload, access, isFolding: isFolding)
    }
    return cells.isEmpty ? [Cell(members: [])] : cells
  }

  /// The actor whose instances are too many to be simulated one by one; nil when all can be.
  static func crowd(
    in workload: Workload, under access: FoldingRules = FoldingRules(), isFolding: Bool = true,
    limit: Int64 = WorkLimit.instances
  ) -> WorkloadActor? {
    let isolated = workload.actors.filter { $0.world == .own }
    if let crowd = isolated.first(where: { $0.count > limit }), !(isFolding && areAlike(crowd, workload, access)) {
      return crowd
    }
    let shared = workload.actors.filter { $0.world == .shared }
    let total = shared.reduce(Int128(0)) { $0 + Int128($1.count) }
    guard total > Int128(limit), !(isFolding && (try? foldingKeys(shared, of: workload, access)) != nil) else {
      return nil
    }
    return shared.max { $0.count < $1.count }
  }

  /// What keeps the instances of the variant from standing for one another; nil when they can, or when there is only one.
  static func obstacle(in workload: Workload, under access: FoldingRules = FoldingRules()) -> FoldingObstacle? {
    do throws(FoldingObstacle) {
      for actor in workload.actors where actor.world == .own && actor.count > 1 {
        try checkAlike(actor, workload, access)
      }
      let shared = workload.actors.filter { $0.world == .shared }
      if shared.contains(where: { $0.count > 1 }) { _ = try foldingKeys(shared, of: workload, access) }
      return nil
    } catch {
      return error
    }
  }

  // MARK: Worlds of their own

  private static func areAlike(_ actor: WorkloadActor, _ workload: Workload, _ access: FoldingRules) -> Bool {
    (try? checkAlike(actor, workload, access)) != nil
  }

  private static func checkAlike(
    _ actor: WorkloadActor, _ workload: Workload, _ access: FoldingRules
  ) throws(FoldingObstacle) {
    if let place = AccessCollector(actor, of: workload).variation { throw .variation(at: place) }
    // Every world draws numbers of its own.
    if let activity = workload.background.first(where: { $0.write.count.constant == nil || $0.isDrawn }) {
      throw .chance(at: activity.span)
    }
    guard isSymmetric([actor], keys: [], workload, access) else { throw .rules(actor) }
  }

  private static func isSymmetric(
    _ actors: [WorkloadActor], keys: [InstanceKey], _ workload: Workload, _ access: FoldingRules
  ) -> Bool {
    // Without rules, and without end users, nobody is judged.
    guard actors.contains(where: { $0.client.platform != .server }) else { return true }
    if let ruleset = access.access?.ruleset {
      guard let symmetry = InstanceSymmetry(actors, keys: keys, of: workload), symmetry.holds(under: ruleset) else {
        return false
      }
    }
    guard let ruleset = access.realtime else { return true }
    guard let symmetry = RealtimeSymmetry(actors, keys: keys, of: workload) else { return false }
    return symmetry.treatment(by: ruleset) != .different
  }

  private static func ownCells(
    _ actor: WorkloadActor, of workload: Workload, _ access: FoldingRules, isFolding: Bool
  ) -> [Cell] {
    let isAlike = isFolding && areAlike(actor, workload, access)
    let classes =
      isAlike ? numberClasses(upTo: actor.count, bounds: []) : (0..<max(0, actor.count)).map { ($0 + 1)...($0 + 1) }
    // Nobody sees the others: when they start is nobody's concern, unless the workload says it is.
    let isSpread = actor.sessions?.people == .spread && actor.count > 1
    return classes.map { numbers in
      let count = numbers.upperBound - numbers.lowerBound + 1
      let member = Cell.Member(number: numbers.upperBound, multiplicity: count, isSpread: isSpread)
      return Cell(
        members: [(actor, [member])], number: numbers.upperBound, sharedCopies: count,
        isolatedInstance: numbers.upperBound,
        isClass: isAlike)
    }
  }

  // MARK: The shared world

  private static func sharedCells(
    _ actors: [WorkloadActor], of workload: Workload, _ access: FoldingRules, isFolding: Bool, _ foldsSingles: Bool
  ) -> [Cell] {
    guard !actors.isEmpty else { return [] }
    let keys = try? foldingKeys(actors, of: workload, access, foldsSingles: foldsSingles)
    if isFolding, let keys { return folded(actors, keys) }
    let members = actors.map { actor in
      // Those who could stand for one another never meet.
      let isSpread = keys == nil && actor.count > 1 && actor.sessions?.people != .together
      return (
        actor, (0..<max(0, actor.count)).map { Cell.Member(number: $0 + 1, multiplicity: 1, isSpread: isSpread) }
      )
    }
    return [Cell(members: members)]
  }

  private static func folded(_ actors: [WorkloadActor], _ keys: [InstanceKey]) -> [Cell] {
    let largest = actors.map(\.count).max() ?? 0
    return numberClasses(upTo: largest, bounds: actors.map(\.count)).map { numbers in
      let count = numbers.upperBound - numbers.lowerBound + 1
      let members = actors.filter { $0.count >= numbers.upperBound }.map { actor in
        (actor, [Cell.Member(number: numbers.upperBound, multiplicity: count)])
      }
      return Cell(members: members, keys: keys, number: numbers.upperBound, multiplicity: count, isClass: true)
    }
  }

  /// 1–9, 10–99, 100–999, …, cut where an actor's last instance is.
  private static func numberClasses(upTo last: Int64, bounds: [Int64]) -> [ClosedRange<Int64>] {
    var ends = Set(bounds.filter { $0 > 0 && $0 < last })
    var power: Int64 = 10
    while power - 1 < last {
      ends.insert(power - 1)
      let (next, overflow) = power.multipliedReportingOverflow(by: 10)
      if overflow { break }
      power = next
    }
    if last > 0 { ends.insert(last) }
    var classes: [ClosedRange<Int64>] = []
    var first: Int64 = 1
    for end in ends.sorted() {
      classes.append(first...end)
      guard end < .max else { break }
      first = end + 1
    }
    return classes
  }

  /// The keys that keep instances apart.
  private static func foldingKeys(
    _ actors: [WorkloadActor], of workload: Workload, _ access: FoldingRules, foldsSingles: Bool = false
  ) throws(FoldingObstacle) -> [InstanceKey] {
    guard foldsSingles || actors.contains(where: { $0.count > 1 }) else { throw .single(actors) }
    let collectors = actors.map { AccessCollector($0, of: workload) }
    if let place = collectors.compactMap(\.variation).first { throw .variation(at: place) }
    if let activity = workload.background.first(where: \.varies) { throw .chance(at: activity.span) }
    let accesses = collectors.flatMap(\.accesses)
    for write in accesses where write.isWrite {
      for access in accesses where write.mayMeet(access) {
        guard let key = write.key, key == access.key else { throw .meeting(write, access) }
      }
    }
    var keys: [InstanceKey] = []
    for key in accesses.compactMap(\.key) where !keys.contains(key) { keys.append(key) }
    try checkDivisible(workload, by: keys, actors.map(\.count).max() ?? 0)
    guard isSymmetric(actors, keys: keys, workload, access) else { throw .rules(actors[0]) }
    return keys
  }

  /// Whether everything below the keys belongs to exactly one instance, and looks alike for all of them.
  private static func checkDivisible(
    _ workload: Workload, by keys: [InstanceKey], _ count: Int64
  ) throws(FoldingObstacle) {
    let filtered = workload.filteredFields
    for entry in workload.data {
      guard belongs(entry.path, entry.loops, to: keys, count) else { throw .undivided(at: entry.span) }
      if entry.count.constant == nil || entry.retention.map({ $0.constant == nil }) == true {
        throw .chance(at: entry.span)
      }
      for field in entry.fields where field.value.isDrawn { throw .chance(at: entry.span) }
      for field in entry.fields where field.value.hasRandomContent && filtered.contains(field.path) {
        throw .chance(at: entry.span)
      }
    }
    for activity in workload.background {
      guard belongs(activity.write.path, activity.write.loops, to: keys, count) else {
        throw .undivided(at: activity.span)
      }
    }
    for entry in workload.realtimeData {
      guard belongs(entry.path, entry.loops, to: keys, count, isRealtime: true) else {
        throw .undivided(at: entry.span)
      }
      guard entry.count.constant != nil else { throw .chance(at: entry.span) }
      var isDrawn = false
      entry.value.visit {
        if $0.isDrawn { isDrawn = true }
      } key: { _ in
      }
      if isDrawn { throw .chance(at: entry.span) }
    }
    for entry in workload.timeline where entry.actor == nil {
      for path in entry.steps.flatMap(\.writtenPaths) where keys.contains(where: { $0.leads(path.segments) }) {
        throw .undivided(at: path.span)
      }
      for path in entry.steps.flatMap(\.writtenLocations)
      where keys.contains(where: { $0.leads(path.segments, isRealtime: true) || $0.isBelow(path.segments) }) {
        throw .undivided(at: path.span)
      }
    }
  }

  private static func belongs(
    _ path: PathPattern, _ loops: [Loop], to keys: [InstanceKey], _ count: Int64, isRealtime: Bool = false
  ) -> Bool {
    // What is written above the places of instances belongs to nobody.
    if isRealtime, keys.contains(where: { $0.isBelow(path.segments) }) { return false }
    return keys.filter { $0.leads(path.segments, isRealtime: isRealtime) }.allSatisfy { key in
      guard let numbered = path.segments[key.prefix.count].numberedVariable,
        let loop = loops.first(where: { $0.variable == numbered.name }), numbered.before == key.before,
        numbered.after == key.after
      else { return false }
      return loop.values == .range(first: 1, last: count)
    }
  }
}

extension BackgroundActivity {
  fileprivate var isDrawn: Bool {
    switch rate {
    case .perDay(let quantity): quantity.constant == nil
    case .interval: false
    }
  }

  fileprivate var varies: Bool {
    write.count.constant == nil || write.path.namesChildren || (write.fields ?? []).contains { $0.value.isDrawn }
  }
}

extension PathPattern {
  /// `{any}` and `{latest}`
  fileprivate var namesChildren: Bool {
    segments.contains { template in
      template.parts.contains { part in
        switch part {
        case .anyChild, .latestChild: true
        case .literal, .expression, .newID: false
        }
      }
    }
  }
}

extension FieldValue {
  fileprivate var hasRandomContent: Bool {
    switch self {
    case .string, .bytes, .vector, .drawn: true
    case .array(let element, _): element.hasRandomContent
    case .list(let values): values.contains(where: \.hasRandomContent)
    case .map(let assignments): assignments.contains { $0.value.hasRandomContent }
    case .converted(let value, _): value.hasRandomContent
    case .literal, .template, .reference, .spread, .time, .serverTime, .transform: false
    }
  }
}

extension Workload {
  /// Every field that some query filters on.
  fileprivate var filteredFields: Set<FieldPath> {
    var fields: Set<FieldPath> = []
    visitSteps { step in
      switch step.action {
      case .read(let read):
        for target in read.targets {
          if case .query(let template) = target { fields.formUnion(template.query.filter?.fields ?? []) }
        }
      case .page(let page): fields.formUnion(page.query.query.filter?.fields ?? [])
      case .detach, .device, .write, .batch, .transaction, .assign, .condition, .pause, .perform, .group,
        .outsideWrite, .realtime:
        break
      }
    }
    return fields
  }
}

extension Step {
  /// Of this step and of those inside it.
  fileprivate var writtenPaths: [PathPattern] {
    documentWrites.map(\.path) + children.flatMap(\.writtenPaths)
  }

  /// The same in the Realtime Database.
  fileprivate var writtenLocations: [PathPattern] {
    switch action {
    case .realtime(let request): request.paths
    case .condition, .group: children.flatMap(\.writtenLocations)
    case .write, .batch, .transaction, .outsideWrite, .read, .page, .detach, .device, .assign, .pause, .perform: []
    }
  }
}

/// The rules that a variant runs under.
struct FoldingRules: Sendable {
  var access: AccessControl?
  var realtime: RealtimeRuleset?
}

extension InstanceKey {
  /// Whether the places of instances lie below the location.
  fileprivate func isBelow(_ segments: [TextTemplate]) -> Bool {
    isRealtime && segments.count <= prefix.count
      && zip(prefix, segments).allSatisfy { key, segment in segment.literal.map { Text($0) == key } ?? true }
  }
}
