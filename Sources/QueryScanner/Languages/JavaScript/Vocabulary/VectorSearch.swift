import FirestoreModel
import QueryModel

/// `findNearest({ vectorField, queryVector, limit, distanceMeasure })`, and the older form with positions.
enum VectorSearch {
  static func applying(_ arguments: SDKArguments, to draft: QueryDraft, _ scope: VocabularyScope) -> QueryDraft {
    var options: [ScannedEntry] = []
    for argument in arguments.all {
      if case .record(let entries) = argument.value { options += entries }
    }
    func option(_ key: String) -> ScannedValue? { options.last { $0.key == key }?.value }
    let isPositional = arguments.count > 1
    let field = (option("vectorField") ?? (isPositional ? arguments[0]?.value : nil))?.fieldPath ?? .unknown
    let vector = option("queryVector") ?? (isPositional ? arguments[1]?.value : nil)
    guard let measure = option("distanceMeasure")?.knownText.flatMap(FindNearest.Measure.init), !options.isEmpty else {
      return draft.noting(.constraint, at: arguments[0]?.location ?? scope.location)
    }
    var result = draft
    if field.isUnknown { result = result.noting(.field, at: arguments[0]?.location) }
    let limit = option("limit")?.int32
    if limit == nil { result = result.noting(.limit, at: arguments[0]?.location) }
    result.query.nearest = FindNearest(
      path: field, queryVector: vector.map(operand) ?? .unknown, measure: measure, limit: limit ?? 1,
      distanceResultField: option("distanceResultField").map(\.fieldPath))
    return result
  }

  /// The SDK makes a vector of a plain array; one whose numbers are not all known stays unknown.
  private static func operand(_ vector: ScannedValue) -> Operand {
    guard case .list(let list) = vector else { return vector.operand }
    var components: [Double] = []
    for element in list.elements {
      guard case .integer(let number) = element else { return .unknown }
      components.append(Double(number))
    }
    return list.isOpen || components.isEmpty ? .unknown : .value(.vector(components))
  }
}
