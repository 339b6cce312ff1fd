/// Dispatch of calls to the families. Nil stands for a call of a form that does not exist.
enum Builtins {
  static func call(_ function: BuiltinFunction, _ arguments: [RuleValue]) -> RuleOutcome? {
    guard arguments.count == function.argumentCount else { return nil }
    switch function {
    case .debug, .int, .float, .string, .path: return Conversions.call(function, arguments)
    case .mathAbs, .mathCeil, .mathFloor, .mathRound, .mathSqrt, .mathPow, .mathIsNaN:
      return MathFunctions.call(function, arguments)
    case .timestampDate, .timestampValue: return TimestampMethods.call(function, arguments)
    case .durationValue, .durationTime, .durationAbs: return DurationMethods.call(function, arguments)
    case .latlngValue: return GeoPointMethods.call(function, arguments)
    case .hashingMD5, .hashingSHA256, .hashingCRC32, .hashingCRC32C: return HashingFunctions.call(function, arguments)
    }
  }

  static func method(
    _ method: BuiltinMethod?, of receiver: RuleValue, _ arguments: [RuleValue], _ pattern: Pattern?
  ) -> RuleOutcome? {
    guard let method else { return nil }
    switch receiver {
    case .null, .boolean, .integer, .float: return nil
    case .string(let text): return StringMethods.call(method, text, arguments, pattern)
    case .bytes(let bytes): return BytesMethods.call(method, bytes, arguments)
    case .timestamp(let time): return TimestampMethods.call(method, time, arguments)
    case .duration(let span): return DurationMethods.call(method, span, arguments)
    case .geoPoint(let point): return GeoPointMethods.call(method, point, arguments)
    case .path(let path): return PathMethods.call(method, path, arguments)
    case .list(let list): return ListMethods.call(method, list, arguments)
    case .map(let map): return MapMethods.call(method, map, arguments)
    case .set(let elements): return SetMethods.call(method, elements, arguments)
    case .mapDiff(let diff): return MapDiffMethods.call(method, diff, arguments)
    }
  }
}
