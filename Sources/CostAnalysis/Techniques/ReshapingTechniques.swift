import Diagnostics
import FirestoreModel
import QueryModel
import Simulation
import StructuredText
import Workloads

// Techniques that change what is stored, or who filters.

extension TechniqueSubject {
  /// The gets of single documents for every document of a list.
  func denormalise() -> TechniqueProposal {
    let lookups = (each + onChange).compactMap { step -> (span: Span, path: PathPattern)? in
      guard case .read(let read) = step.action, read.kind == .get, case .document(let path) = read.target else {
        return nil
      }
      return (step.span, path)
    }
    guard !lookups.isEmpty else { return .notApplicable("it looks nothing up for its documents") }
    let spans = Set(lookups.map(\.span))
    var changes: [(key: String, value: Node?)] = []
    for key in ["each", "onChange"] {
      guard case .array(let items)? = member(key)?.content else { continue }
      let kept = items.filter { !spans.contains($0.span) }
      changes.append((key, kept.isEmpty ? nil : list(kept)))
    }
    var proposal = TechniqueProposal.Change(node: change(step(changes)))
    for path in lookups.map(\.path) {
      let collection = path.segments.dropLast().map(\.sourceText).joined(separator: "/")
      proposal.conditions.append(
        "every change of a document of `\(collection)` is written to its copies, too: one more write for each")
      guard isWritten(path) else { continue }
      proposal.objections.append(
        "documents of `\(collection)` are written in this workload, and nothing in it writes their copies: those would be out of date"
      )
    }
    return .change(proposal)
  }

  private func isWritten(_ path: PathPattern) -> Bool {
    guard path.segments.count >= 2 else { return true }
    let id = path.segments[path.segments.count - 2].literal
    func matches(_ other: PathPattern) -> Bool {
      other.segments.count >= 2 && other.segments[other.segments.count - 2].literal == id
    }
    return template.workload.documentWrites.contains { matches($0.path) }
  }

  func mapForArray() -> TechniqueProposal {
    guard let conditions = clauses.conditions else { return .notApplicable("its filter has alternatives") }
    guard let field = conditions.compactMap(ArrayMember.init).first?.field else {
      return .notApplicable(
        conditions.contains { $0.contains(ArrayMember.test) }
          ? "whom it looks for is known when it runs only: the field would have another name for each user"
          : "it does not look into an array")
    }
    var others: [GeneratedVariant.Change] = []
    for (index, entry) in template.workload.data.enumerated() where isOf(entry.path) {
      for assignment in entry.fields where assignment.path.description == field {
        guard let names = assignment.value.texts else {
          return .notApplicable("what is in `\(field)` cannot be told from the workload")
        }
        let map = object(names.map { ($0, Node(.boolean(true), span: span)) })
        others.append(GeneratedVariant.Change("data[\(index)].fields.\(field)", object([("map", map)])))
      }
    }
    guard !others.isEmpty else { return .notApplicable("no data of the workload has `\(field)`") }
    var steps = [(key, Node?(asking(clauses.lookingIntoMap(field))))]
    // What the user should see is found the same way once the field is a map.
    if let intended, intended.source == clauses.source {
      steps.append(("intend", node(intended.lookingIntoMap(field).text)))
    }
    return .change(
      TechniqueProposal.Change(
        node: change(step(steps)), others: others, objections: objectionsToMap(of: field),
        conditions: ["whoever writes `\(field)` writes a map; those who are not in it cannot be asked for"]))
  }

  /// Steps that go on treating the field as an array: what they write no map finds, and what they ask for is gone.
  private func objectionsToMap(of field: String) -> [String] {
    var objections: [String] = []
    for write in template.workload.documentWrites where isOf(write.path) {
      let assignments = (write.fields ?? []).filter { $0.path.description == field }
      guard assignments.contains(where: \.value.isArray) else { continue }
      let writer = write.step.map { step in step.name.map { "`\($0.text)`" } ?? "a step" } ?? "the background"
      objections.append("\(writer) writes `\(field)` as an array: a query for a map never finds it")
    }
    for place in template.places {
      guard let other = TechniqueSubject(place, of: template), other.target != target,
        other.collectionID == collectionID,
        other.query.filter?.looksIntoArray(field) ?? false
      else { continue }
      objections.append("`\(other.name)` looks into `\(field)` as an array, too: it would find nothing")
    }
    return objections
  }

  func clientFilter() -> TechniqueProposal {
    guard clauses[.filter] != nil else { return .notApplicable("it has no filter") }
    guard let conditions = clauses.conditions else { return .notApplicable("its filter has alternatives") }
    var tests: [String] = []
    for condition in conditions {
      guard let test = Self.test(condition) else {
        return .notApplicable("the app would have to do what `\(condition)` does")
      }
      tests.append(test)
    }
    var changed = clauses
    changed[.filter] = nil
    let all = (keep.map { ["(\($0))"] } ?? []) + tests
    return .change(
      TechniqueProposal.Change(
        node: change(step([(key, asking(changed)), ("keep", node(all.joined(separator: " && ")))])),
        objections: query.limit == nil ? [] : ["a page that is filtered after reading is short or empty (FB7019)"]))
  }

  /// A condition as an expression over the document.
  private static func test(_ condition: String) -> String? {
    for op in ["==", "!=", "<=", ">=", "<", ">"] {
      let parts = condition.split(separator: " \(op) ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      guard parts[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }) else {
        return nil
      }
      let value = parts[1].hasPrefix("{") && parts[1].hasSuffix("}") ? parts[1].dropFirst().dropLast() : parts[1]
      guard !value.contains("$"), !value.contains("["), !value.contains("{") else { return nil }
      return "doc.\(parts[0]) \(op) \(value)"
    }
    return nil
  }
}

extension Filter {
  fileprivate func looksIntoArray(_ field: String) -> Bool {
    switch self {
    case .field(let filter):
      filter.path.description == field && [.arrayContains, .arrayContainsAny].contains(filter.op)
    case .unary: false
    case .and(let parts), .or(let parts): parts.contains { $0.looksIntoArray(field) }
    }
  }
}

extension FieldValue {
  fileprivate var isArray: Bool {
    switch self {
    case .literal(.array), .array, .list, .transform(.arrayUnion), .transform(.arrayRemove): true
    default: false
    }
  }

  /// The fixed texts of a list.
  fileprivate var texts: [String]? {
    switch self {
    case .literal(.array(let elements)):
      let texts = elements.compactMap { element -> String? in
        if case .string(let text) = element { text.string } else { nil }
      }
      return texts.count == elements.count ? texts : nil
    case .list(let values):
      let texts = values.compactMap { value -> String? in
        switch value {
        case .literal(.string(let text)): text.string
        case .template(let template): template.literal
        default: nil
        }
      }
      return texts.count == values.count ? texts : nil
    default: return nil
    }
  }
}

/// A condition such as `participants array-contains "me"`, whose member can be the name of a field.
private struct ArrayMember {
  static let test = " array-contains "

  let field: String
  let name: String

  init?(_ condition: String) {
    let parts = condition.split(separator: Self.test, maxSplits: 1)
    guard parts.count == 2, let name = Self.quoted(parts[1]) else { return nil }
    (field, self.name) = (String(parts[0]), name)
  }

  /// `"me"` with nothing in it that a field name would have to quote.
  private static func quoted(_ text: Substring) -> String? {
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count > 2 else { return nil }
    let name = text.dropFirst().dropLast()
    guard let first = name.first, first.isLetter,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    else { return nil }
    return String(name)
  }
}

extension QueryClauses {
  /// Asks the map that has taken the place of the array in `field`.
  fileprivate func lookingIntoMap(_ field: String) -> QueryClauses {
    guard let conditions else { return self }
    var changed = self
    changed[.filter] = conditions.map { condition in
      guard let found = ArrayMember(condition), found.field == field else { return condition }
      return "\(field).\(found.name) == true"
    }.joined(separator: " and ")
    return changed
  }
}
