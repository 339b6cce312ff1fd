import FirestoreModel
import FirestoreRulesEvaluator
import QueryModel

/// One field, or the document's id, and the cases that cover what it can be.
struct CaseSplit {
  var origin: Origin
  /// Nil: the field is missing.
  var cases: [AbstractValue?]
}

extension CandidateDocument {
  /// The candidate with a field or the id fixed to one of its cases; nil when the field's place is not within known
  /// maps.
  func fixing(_ origin: Origin, to value: AbstractValue?) -> CandidateDocument? {
    var result = self
    switch origin {
    case .documentID: result.id.value = value
    case .field(let field):
      guard let fixed = data.fixing(field.segments[...], of: field, to: value) else { return nil }
      result.data = fixed
    }
    return result
  }

  /// What is known of a field: nil when its place is not within known maps.
  func knowledge(of field: FieldPath) -> FieldKnowledge? {
    var current = data
    for (depth, segment) in field.segments.enumerated() {
      guard case .described(let description)? = current.value, description.types == .map,
        let members = description.members
      else { return nil }
      if let member = members.known[segment] {
        current = member
        continue
      }
      if members.absent.contains(segment) || !members.isOpen { return nil }
      return depth == field.segments.count - 1 ? .unconstrained : nil
    }
    return current.value.map(FieldKnowledge.exists)
  }
}

enum FieldKnowledge {
  /// It may be missing.
  case unconstrained
  case exists(AbstractValue)
}

extension AbstractOutcome {
  fileprivate func fixing(_ rest: ArraySlice<Text>, of field: FieldPath, to value: AbstractValue?) -> AbstractOutcome? {
    guard let segment = rest.first else {
      return value.map { AbstractOutcome($0, origin: .field(field), sources: [field]) }
    }
    guard case .described(var description)? = self.value, description.types == .map, var members = description.members
    else { return nil }
    if rest.count == 1, value == nil {
      members.known[segment] = nil
      members.absent.insert(segment)
    } else {
      let member = members.known[segment] ?? (rest.count == 1 ? AbstractOutcome(nil) : nil)
      guard let fixed = member?.fixing(rest.dropFirst(), of: field, to: value) else { return nil }
      members.known[segment] = fixed
    }
    description.members = members
    description.minimumCount = max(description.minimumCount, members.known.count)
    var result = self
    result.value = .described(description)
    return result
  }
}
