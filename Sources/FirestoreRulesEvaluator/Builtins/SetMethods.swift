import FirestoreModel

enum SetMethods {
  static let signatures = [
    BuiltinSignature(.set, "difference", [.set], .set),
    BuiltinSignature(.set, "hasAll", [.set], .boolean),
    BuiltinSignature(.set, "hasAll", [.list], .boolean),
    BuiltinSignature(.set, "hasAny", [.set], .boolean),
    BuiltinSignature(.set, "hasAny", [.list], .boolean),
    BuiltinSignature(.set, "hasOnly", [.set], .boolean),
    BuiltinSignature(.set, "hasOnly", [.list], .boolean),
    BuiltinSignature(.set, "intersection", [.set], .set),
    BuiltinSignature(.set, "size", [], .integer),
    BuiltinSignature(.set, "union", [.set], .set),
  ]

  static func call(_ method: BuiltinMethod, _ elements: [RuleValue], _ arguments: [RuleValue]) -> RuleOutcome? {
    switch (method, arguments.count) {
    case (.size, 0): return .value(.integer(Int64(elements.count)))
    case (.hasAll, 1), (.hasAny, 1), (.hasOnly, 1):
      switch arguments[0] {
      case .set(let others): return .value(.boolean(holds(method, elements, others)))
      case .list(let others): return .value(.boolean(holds(method, elements, others.values)))
      default: return nil
      }
    case (.union, 1), (.intersection, 1), (.difference, 1):
      guard case .set(let others) = arguments[0] else { return nil }
      return SizeLimit.check(.set(combine(method, elements, others)), "set.\(method.rawValue)")
    default: return nil
    }
  }

  private static func holds(_ method: BuiltinMethod, _ elements: [RuleValue], _ others: [RuleValue]) -> Bool {
    switch method {
    case .hasAll: ElementIndex(elements, as: .member).containsAll(of: others)
    case .hasAny: ElementIndex(elements, as: .member).containsAny(of: others)
    default: ElementIndex(others, as: .member).containsAll(of: elements)
    }
  }

  private static func combine(_ method: BuiltinMethod, _ elements: [RuleValue], _ others: [RuleValue]) -> [RuleValue] {
    switch method {
    case .union:
      let present = ElementIndex(elements, as: .member)
      return elements + others.filter { !present.contains($0) }
    case .intersection:
      let wanted = ElementIndex(others, as: .member)
      return elements.filter { wanted.contains($0) }
    default:
      let unwanted = ElementIndex(others, as: .member)
      return elements.filter { !unwanted.contains($0) }
    }
  }
}
