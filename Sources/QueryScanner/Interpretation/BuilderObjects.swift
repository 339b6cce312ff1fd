/// Objects that the root being evaluated makes itself. A builder (its methods return it, or the next one) that is made,
/// refined and asked in one place is known there: what it held on the way is no value of the builders of others.
struct BuilderObjects {
  struct Assignment {
    var name: String
    var owner: PropertyOwner
    var value: ScannedValue
  }

  private struct Object {
    var type: Int
    /// The object whose method made it.
    var predecessor: Int?
    var assignments: [Assignment] = []
    var construction: Construction?
    /// One of its methods has asked something.
    var isAsked = false
    /// Others may go on with it.
    var isEscaped = false
    /// One of its methods has returned it or the next one.
    var isFluent = false
    /// It goes on with an object of which only its own methods are being looked at, whoever may have made it.
    var isOfUnknown = false
  }

  private var objects: [Int: Object] = [:]
  /// Types of builders that are asked where they are made, and of objects that are not, or not only.
  private var settled: Set<Int> = []
  private var loose: Set<Int> = []

  var isEmpty: Bool { objects.isEmpty }

  func contains(_ object: Int) -> Bool { objects[object] != nil }

  /// - Parameter predecessor: the object whose method makes it, if that is of the same type.
  mutating func add(_ object: Int, _ type: Int, predecessor: Int?) {
    let known = predecessor.flatMap { objects[$0]?.type == type ? $0 : nil }
    objects[object] = Object(type: type, predecessor: known)
    if let known {
      objects[known]?.isFluent = true
      let isOfUnknown = objects[known]?.isOfUnknown == true
      objects[object]?.isOfUnknown = isOfUnknown
    } else if let predecessor, objects[predecessor] == nil {
      objects[object]?.isOfUnknown = true
    }
  }

  /// An object is made that other roots see.
  mutating func addShared(_ type: Int) { loose.insert(type) }

  /// False when the object is none of these, or nothing of its own kind made it: then it counts at once.
  mutating func keep(_ construction: Construction, of object: Int) -> Bool {
    guard objects[object]?.predecessor != nil else { return false }
    objects[object]?.construction = construction
    return true
  }

  mutating func keep(_ assignment: Assignment, of object: Int) -> Bool {
    guard objects[object] != nil else { return false }
    objects[object]?.assignments.append(assignment)
    return true
  }

  mutating func markAsked(_ object: Int) { objects[object]?.isAsked = true }
  mutating func markEscaped(_ object: Int) { objects[object]?.isEscaped = true }
  mutating func markFluent(_ object: Int) { objects[object]?.isFluent = true }

  /// The end of a root: what was assigned to objects that others may go on with.
  mutating func leave() -> (assignments: [Assignment], constructions: [Construction]) {
    // Later objects have higher numbers, and were made by earlier ones.
    let order = objects.keys.sorted()
    for id in order.reversed() {
      guard let object = objects[id], let predecessor = object.predecessor, object.isAsked else { continue }
      objects[predecessor]?.isAsked = true
      objects[id]?.isFluent = true
    }
    var assignments: [Assignment] = []
    var constructions: [Construction] = []
    for id in order {
      guard let object = objects[id] else { continue }
      let isRefined = !object.assignments.isEmpty || object.construction != nil || object.isFluent
      if object.isAsked, object.isFluent, !object.isEscaped {
        settled.insert(object.type)
        continue
      }
      if isRefined || object.isEscaped, !object.isOfUnknown { loose.insert(object.type) }
      assignments += object.assignments
      if let construction = object.construction { constructions.append(construction) }
    }
    objects.removeAll(keepingCapacity: true)
    return (assignments, constructions)
  }

  /// Types of which all that is asked is asked where it is made.
  var known: Set<Int> { settled.subtracting(loose) }
}

/// What is known of the arguments that an instance is made with.
struct Construction {
  var type: Int
  /// The name of the constructor, where it has one.
  var name: String?
  var known: [String: ScannedValue] = [:]
  var values: [(name: String, value: ScannedValue)] = []
}

extension Interpreter {
  /// An object is made.
  /// - Parameter predecessor: the object that it is a copy of.
  func noteObject(_ object: Int, _ type: Int, predecessor: Int? = nil) {
    guard silence == 0 && templatesInProgress == 0 || makesDelegate else { return builders.addShared(type) }
    let other = predecessor ?? activeObjects.last
    let isSameType = other.map { builders.contains($0) || isMade($0, type) } ?? false
    builders.add(object, type, predecessor: isSameType ? other : nil)
  }

  /// Whether an object that other roots see is of a type.
  private func isMade(_ object: Int, _ type: Int) -> Bool {
    templates[type] == object
      || made[type]?.contains { if case .instance(let instance) = $0 { instance.object == object } else { false } }
        == true
  }

  /// The objects whose methods are being evaluated ask something.
  func noteAsking() {
    guard silence == 0, !builders.isEmpty else { return }
    for object in activeObjects { builders.markAsked(object) }
  }

  /// A method has returned.
  func noteReturn(_ value: ScannedValue?, from receiver: ScannedValue?) {
    guard !builders.isEmpty, case .instance(let instance)? = receiver, value == receiver else { return }
    builders.markFluent(instance.object)
  }

  /// A closure sees the variables around it: who runs it, and when, is not known.
  func noteCaptured(by body: [Statement]) {
    guard silence == 0, !builders.isEmpty else { return }
    for statement in body {
      statement.forEachName { name in
        if let value = local(name) { markEscapedObjects(value) }
      }
    }
  }

  func markEscapedObjects(_ value: ScannedValue) {
    guard !builders.isEmpty else { return }
    for case .instance(let instance) in value.possibilities { builders.markEscaped(instance.object) }
  }

  /// The end of a root.
  func leaveBuilders() {
    guard !builders.isEmpty else { return }
    let left = builders.leave()
    for assignment in left.assignments {
      properties.collect(assignment.value, for: assignment.name, of: assignment.owner)
    }
    left.constructions.forEach(collect)
  }

  /// Methods that nobody but known callers asks, on builders that they have made.
  var answeredFunctions: Set<Int> {
    let types = builders.known
    guard !types.isEmpty else { return [] }
    let lineages = Set(types.flatMap(index.lineage))
    return Set(index.functions.filter { $0.type.map(lineages.contains) == true }.map(\.id))
  }
}
