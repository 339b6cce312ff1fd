import Diagnostics
import FirestoreModel
import RulesLanguage

/// Whether rules decide alike for instances that behave alike.
///
/// An instance that is simulated for others has a name of its own, and rules see names: in `request.auth`, in paths, in
/// documents. Exchanging two numbers of the same length everywhere must leave the whole world as it is: then whatever
/// rules allow one instance they allow the other. So no text may single out an instance, every family of texts with a
/// number must be complete, and rules may only compare texts.
struct InstanceSymmetry {
  private let workload: Workload
  private let actors: [WorkloadActor]
  private let keys: [InstanceKey]
  private var names: NumberedTexts

  /// - Parameter keys: of the places that belong to one instance each; empty when every instance has a world of its own.
  init(_ actors: [WorkloadActor], keys: [InstanceKey], of workload: Workload) {
    self.workload = workload
    self.actors = actors
    self.keys = keys
    names = NumberedTexts(last: actors.map(\.count).max() ?? 0)
  }

  mutating func holds(under ruleset: Ruleset) -> Bool {
    guard collectNames() else { return false }
    return ruleset.treatsAlike(names) && places.allSatisfy { isNeutral($0) } && actors.allSatisfy { writesAreNeutral($0) }
  }

  // MARK: Names

  /// Finds every form of text that belongs to an instance; false when some text has none.
  private mutating func collectNames() -> Bool {
    for actor in actors {
      guard let auth = actor.auth else { continue }
      guard take(auth.uid), auth.token.allSatisfy({ !$0.value.isDrawn && !$0.value.isRandom }) else { return false }
      for text in auth.token.flatMap(\.value.texts) where !take(text) { return false }
    }
    for key in keys { _ = names.insert(before: key.before, after: key.after) }
    for access in actors.flatMap({ AccessCollector($0, of: workload).accesses }) {
      for segment in access.segments {
        if case .own(let before, let after) = segment { _ = names.insert(before: before, after: after) }
      }
    }
    // What stands in a document of an instance names the instance, too.
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for place in places {
        guard let variable = ownVariable(of: place) else { continue }
        for numbered in place.texts.compactMap(\.numberedVariable) where numbered.name == variable {
          if names.insert(before: numbered.before, after: numbered.after) { isGrowing = true }
        }
      }
    }
    return true
  }

  /// A text of an actor: fixed, or one that names the instance.
  private mutating func take(_ template: TextTemplate) -> Bool {
    if template.literal != nil { return true }
    guard let numbered = template.numberedVariable, numbered.name == "i" || numbered.name == "uid",
      template.singleExpression == nil || numbered.name == "uid"
    else { return false }
    if numbered.name == "i" { _ = names.insert(before: numbered.before, after: numbered.after) }
    return true
  }

  // MARK: Documents

  /// Where documents come from.
  private struct Place {
    var path: PathPattern
    var loops: [Loop]
    var fields: [FieldAssignment]

    var texts: [TextTemplate] { path.segments + fields.flatMap(\.value.texts) }
  }

  private var places: [Place] {
    workload.data.map { Place(path: $0.path, loops: $0.loops, fields: $0.fields) }
      + workload.background.map { Place(path: $0.write.path, loops: $0.write.loops, fields: $0.write.fields ?? []) }
  }

  /// The loop variable that says whose document it is.
  private func ownVariable(of place: Place) -> String? {
    for key in keys where key.leads(place.path.segments) {
      if let numbered = place.path.segments[key.prefix.count].numberedVariable { return numbered.name }
    }
    return place.path.segments.compactMap(\.numberedVariable).first { names.contains($0) }?.name
  }

  private func isKeyed(_ place: Place) -> Bool { keys.contains { $0.leads(place.path.segments) } }

  private func isNeutral(_ place: Place) -> Bool {
    let own = ownVariable(of: place)
    for text in place.texts where !isNeutral(text, in: place, own: own) { return false }
    for field in place.fields where field.value.isConverted { return false }
    // A number in an instance's document makes it differ from the others.
    return own == nil
      || !place.fields.flatMap(\.value.texts).contains { $0.singleExpression?.uses(variable: own ?? "") ?? false }
  }

  private func isNeutral(_ text: TextTemplate, in place: Place, own: String?) -> Bool {
    if let literal = text.literal { return !names.contains(literal) }
    guard let numbered = text.numberedVariable else {
      return !place.loops.contains { loop in text.uses(loop.variable) }
    }
    guard let loop = place.loops.first(where: { $0.variable == numbered.name }) else { return true }
    if isKeyed(place) { return numbered.name == own || !names.contains(numbered) }
    return !names.contains(numbered) || loop.values.isComplete(upTo: names.last)
  }

  // MARK: Writes of actors

  private func writesAreNeutral(_ actor: WorkloadActor) -> Bool {
    var isNeutral = true
    workload.visitSteps { step in
      let texts = step.writtenFields.flatMap(\.value.texts)
      if step.writtenFields.contains(where: \.value.isConverted) { isNeutral = false }
      for text in texts where !isOwnOrFixed(text) { isNeutral = false }
    }
    return isNeutral
  }

  private func isOwnOrFixed(_ text: TextTemplate) -> Bool {
    if let literal = text.literal { return !names.contains(literal) }
    if let numbered = text.numberedVariable {
      if numbered.name == "uid" { return text.singleExpression != nil }
      return names.contains(numbered) || numbered.name != "i"
    }
    return !text.uses("i") && !text.uses("uid")
  }
}

extension LoopValues {
  fileprivate func isComplete(upTo last: Int64) -> Bool {
    if case .range(let first, let end) = self { first == 1 && end >= last } else { false }
  }
}

extension TextTemplate {
  fileprivate func uses(_ variable: String) -> Bool {
    parts.contains { part in
      switch part {
      case .expression(let expression): expression.uses(variable: variable)
      case .literal, .newID, .anyChild, .latestChild: false
      }
    }
  }
}

extension FieldValue {
  /// Every text in it that has to be filled in or is fixed.
  fileprivate var texts: [TextTemplate] {
    switch self {
    case .literal(let value): value.texts.map { TextTemplate(parts: [.literal($0)], span: Span(0, 0)) }
    case .template(let template): [template]
    case .reference(let path): path.segments
    case .array(let element, _): element.texts
    case .list(let values): values.flatMap(\.texts)
    case .map(let assignments): assignments.flatMap(\.value.texts)
    case .converted(let value, _): value.texts
    case .transform(.arrayUnion(let values)), .transform(.arrayRemove(let values)): values.flatMap(\.texts)
    case .transform(.increment), .transform(.deleteField): []
    case .string, .bytes, .vector, .spread, .time, .serverTime, .drawn: []
    }
  }

  fileprivate var isRandom: Bool {
    switch self {
    case .string, .bytes, .vector, .drawn, .spread: true
    case .array(let element, _): element.isRandom
    case .list(let values): values.contains(where: \.isRandom)
    case .map(let assignments): assignments.contains { $0.value.isRandom }
    case .converted(let value, _): value.isRandom
    case .literal, .template, .reference, .time, .serverTime, .transform: false
    }
  }

  /// A text that becomes another type, or the other way round, shows what is in it.
  fileprivate var isConverted: Bool {
    switch self {
    case .converted(let value, _): value.texts.contains { $0.literal == nil }
    case .array(let element, _): element.isConverted
    case .list(let values): values.contains(where: \.isConverted)
    case .map(let assignments): assignments.contains { $0.value.isConverted }
    case .literal, .template, .string, .bytes, .vector, .reference, .spread, .time, .serverTime, .drawn, .transform:
      false
    }
  }
}

extension Value {
  /// Every text in it, keys of maps included.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text.string]
    case .reference(let name): name.path.segments.map(\.string)
    case .array(let elements): elements.flatMap(\.texts)
    case .map(let map): map.fields.flatMap { [$0.name.string] + $0.value.texts }
    case .null, .boolean, .integer, .double, .timestamp, .bytes, .geoPoint, .vector: []
    }
  }
}

extension Step {
  fileprivate var writtenFields: [FieldAssignment] {
    switch action {
    case .write(let write): write.fields
    case .batch(let writes): writes.flatMap(\.fields)
    case .transaction(let transaction): transaction.writes.flatMap(\.fields)
    case .outsideWrite(let write): write.fields ?? []
    case .read, .page, .detach, .device, .assign, .condition, .pause, .perform, .group, .unsupported: []
    }
  }
}
