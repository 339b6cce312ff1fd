import Diagnostics
import FirestoreModel
import FirestoreRulesLanguage
import Workloads

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

  /// Nil when the texts that name instances cannot be told, or tell one from another.
  ///
  /// - Parameter keys: of the places that belong to one instance each; empty when every instance has a world of its own.
  init?(_ actors: [WorkloadActor], keys: [InstanceKey], of workload: Workload) {
    guard let names = NumberedTexts(of: actors, keys: keys, in: workload) else { return nil }
    self.workload = workload
    self.actors = actors
    self.keys = keys
    self.names = names
    collectNamesInDocuments()
    guard self.names.areDistinct else { return nil }
  }

  func holds(under ruleset: Ruleset) -> Bool {
    if isNameless { return true }
    return ruleset.treatsAlike(names) && !actors.contains { names.singlesOut($0) }
      && places.allSatisfy { isNeutral($0) } && stepsAreNeutral
  }

  /// In worlds of their own instances whom nothing names, and who write nothing by chance, are one and the same: rules see
  /// no difference, however they look.
  private var isNameless: Bool {
    guard keys.isEmpty, names.forms.isEmpty, !workload.namesInstances else { return false }
    return !workload.documentWrites.contains { write in
      let fields = write.fields ?? workload.dataEntry(for: write.path)?.fields ?? []
      return fields.contains(where: \.value.isRandom) || write.path.isDrawn
    }
  }

  /// What stands in a document of an instance names the instance, too.
  private mutating func collectNamesInDocuments() {
    let places = places
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
  }

  // MARK: Documents

  /// Where documents come from that no actor writes, or where they go.
  private struct Place {
    var path: PathPattern
    var loops: [Loop]
    var fields: [FieldAssignment]

    var texts: [TextTemplate] { path.segments + fields.flatMap(\.texts) }
  }

  private var places: [Place] {
    var places = workload.data.map { Place(path: $0.path, loops: $0.loops, fields: $0.fields) }
    places += workload.background.map { place(of: $0.write) }
    workload.visitSteps { step in
      if case .outsideWrite(let write) = step.action { places.append(place(of: write)) }
    }
    return places
  }

  /// A write that names no fields gets those of the seed data.
  private func place(of write: OutsideWrite) -> Place {
    let fields = write.fields ?? workload.dataEntry(for: write.path)?.fields ?? []
    return Place(path: write.path, loops: write.loops, fields: fields)
  }

  /// The variable that says whose document it is.
  private func ownVariable(of place: Place) -> String? {
    for key in keys where key.leads(place.path.segments) {
      if let numbered = place.path.segments[key.prefix.count].numberedVariable { return numbered.name }
    }
    return place.path.segments.compactMap(\.numberedVariable).first { names.contains($0) }?.name
  }

  private func isKeyed(_ place: Place) -> Bool { keys.contains { $0.leads(place.path.segments) } }

  private func isNeutral(_ place: Place) -> Bool {
    let own = ownVariable(of: place)
    guard !place.path.choosesChild(amongThoseOf: own) else { return false }
    for text in place.texts where !isNeutral(text, in: place, own: own) { return false }
    for field in place.fields where field.value.isConverted { return false }
    let isNaming = own != nil || place.texts.contains { $0.numberedVariable.map { names.contains($0) } ?? false }
    guard isNaming else { return true }
    // A number in an instance's document makes it differ from the others, its own as well as one by chance.
    for field in place.fields where field.value.isDrawn { return false }
    return own == nil
      || !place.fields.flatMap(\.texts).contains { $0.singleExpression?.uses(variable: own ?? "") ?? false }
  }

  private func isNeutral(_ text: TextTemplate, in place: Place, own: String?) -> Bool {
    guard place.loops.contains(where: { text.uses($0.variable) }) else { return isOwnOrFixed(text) }
    guard let numbered = text.numberedVariable,
      let loop = place.loops.first(where: { $0.variable == numbered.name })
    else { return false }
    if isKeyed(place), numbered.name == own { return true }
    if names.contains(numbered) { return !isKeyed(place) && loop.values.isComplete(upTo: names.last) }
    switch loop.values {
    case .range: return !names.overlaps(numbered)
    case .list(let values):
      return values.allSatisfy { !names.contains(numbered.before + $0.value.interpolationText + numbered.after) }
    }
  }

  // MARK: Steps

  /// Whether no step of any actor names one instance: in what it reads, asks for and writes.
  private var stepsAreNeutral: Bool {
    var isNeutral = true
    workload.visitSteps { step in
      guard isNeutral else { return }
      isNeutral =
        step.texts.allSatisfy { isOwnOrFixed($0) } && step.fixedTexts.allSatisfy { !names.contains($0) }
        && !step.writtenFields.contains(where: \.value.isConverted)
        && !step.documentPaths.contains { $0.choosesChild(amongThoseOf: nil) }
    }
    return isNeutral
  }

  private func isOwnOrFixed(_ text: TextTemplate) -> Bool {
    if let literal = text.literal { return !names.contains(literal) }
    guard text.parts.contains(where: \.isExpression) else { return true }
    guard let numbered = text.numberedVariable else {
      return !text.uses("i") && !text.uses("uid") && !mayName(text)
    }
    switch numbered.name {
    case "uid": return text.singleExpression != nil || isName(numbered)
    case "i": return names.contains(numbered)
    // A value between fixed texts may be the number of an instance.
    default: return text.singleExpression != nil || !names.mayBegin(numbered.before, end: numbered.after)
    }
  }

  /// `x{uid}`, for everyone who has a uid.
  private func isName(_ numbered: (before: String, name: String, after: String)) -> Bool {
    actors.allSatisfy { actor in
      guard let uid = actor.auth?.uid.numberedVariable else { return true }
      return names.contains((numbered.before + uid.before, uid.name, uid.after + numbered.after))
    }
  }

  /// Whether a text of several parts may come out as the name of an instance.
  private func mayName(_ text: TextTemplate) -> Bool {
    for part in text.parts {
      if case .expression(let expression) = part, expression.literals.contains(where: { names.contains($0) }) {
        return true
      }
    }
    guard text.singleExpression == nil else { return false }
    var before = ""
    var after = ""
    if case .literal(let text)? = text.parts.first { before = text }
    if case .literal(let text)? = text.parts.last { after = text }
    return names.mayBegin(before, end: after)
  }
}

extension LoopValues {
  fileprivate func isComplete(upTo last: Int64) -> Bool {
    if case .range(let first, let end) = self { first == 1 && end >= last } else { false }
  }
}
