/// Types that say what interfaces, protocols and abstract classes only declare.
extension Interpreter {
  /// The types below one that say what a method does.
  func implementers(of type: Int, method: String) -> [Int] {
    types(below: type) { subtype in
      (index.types[subtype].functions[method] ?? []).contains { index.functions[$0].body != nil }
    }
  }

  /// The method of each of them, on an instance of which nothing special is known; nil when there are none, or too many
  /// for one of them to be meant.
  func call(_ name: String, of implementers: [Int], _ arguments: [CallArgument]) -> ScannedValue? {
    guard !implementers.isEmpty, implementers.count <= Self.mostImplementers else { return nil }
    return together(
      implementers.map { implementer in
        {
          let value = self.template(of: implementer)
          let methods = self.index.methods(name, of: implementer)
          guard let id = self.chosen(methods, arguments) else { return .unknown(UnknownValue(.other, name: name)) }
          let info = self.index.functions[id]
          guard info.body != nil else { return self.unknownResult(of: info, arguments) }
          return self.invoke(info, arguments, receiver: value, parent: nil)
        }
      })
  }

  /// A property that an interface declares, as the types below it have it; nil when none has it.
  func implementedProperty(_ name: String, of type: Int) -> ScannedValue? {
    guard index.types[type].kind == .abstract else { return nil }
    let owners = types(below: type) { subtype in
      index.types[subtype].kind != .abstract
        && (index.types[subtype].variables[name] != nil || index.types[subtype].functions[name] != nil)
    }
    guard !owners.isEmpty, owners.count <= Self.mostImplementers else { return nil }
    let values = owners.compactMap { property(name, of: template(of: $0)) }
    return values.isEmpty ? nil : ScannedValue.oneOf(values).limited
  }

  private static let mostImplementers = 4

  /// The types below one that are asked for, the nearest first, and none below another.
  private func types(below type: Int, _ isAskedFor: (Int) -> Bool) -> [Int] {
    var found: [Int] = []
    var met = [type]
    var next = 0
    while next < met.count, met.count < 64 {
      for subtype in index.subtypes[index.types[met[next]].name] ?? [] where !met.contains(subtype) {
        guard index.lineage(of: subtype).contains(type) else { continue }
        if isAskedFor(subtype) {
          found.append(subtype)
        } else {
          met.append(subtype)
        }
      }
      next += 1
    }
    return found
  }
}
