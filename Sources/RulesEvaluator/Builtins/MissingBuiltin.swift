/// A function or method that rules do not have although it looks as if they did: from the documentation, from
/// JavaScript or from the query language.
package struct MissingBuiltin: Hashable, Sendable {
  /// As called: `bool`, `math.isInfinite`, `startsWith`.
  package var name: String
  package var isMethod: Bool
  /// What to write instead, with `x` for the receiver or argument.
  package var advice: String

  /// The entry for a function, `math.isInfinite` and its like included.
  package static func function(_ name: String) -> MissingBuiltin? { functions[name] }

  /// The entry for a method. Ask only when no type has a method of this name, or the receiver's type is known not to.
  package static func method(_ name: String) -> MissingBuiltin? { methods[name] }

  private static let functions = table(
    isMethod: false,
    [
      "bool": "there is no conversion to bool, compare: `x == 'true'`",
      "bytes": "write `x.toUtf8()`",
      "number": "write `int(x)` or `float(x)`",
      "double": "write `float(x)`",
      "str": "write `string(x)`",
      "list": "write a list literal: `[x]`",
      "set": "write `[x].toSet()`",
      "timestamp": "write `timestamp.date(year, month, day)` or `timestamp.value(milliseconds)`",
      "duration": "write `duration.value(count, unit)`",
      "latlng": "write `latlng.value(latitude, longitude)`",
      "size": "write `x.size()`",
      "len": "write `x.size()`",
      "length": "write `x.size()`",
      "type": "test with `x is string` and its like",
      "typeof": "test with `x is string` and its like",
      "now": "write `request.time`",
      "has": "test with `'field' in x`",
      "abs": "write `math.abs(x)`",
      "ceil": "write `math.ceil(x)`",
      "floor": "write `math.floor(x)`",
      "round": "write `math.round(x)`",
      "sqrt": "write `math.sqrt(x)`",
      "pow": "write `math.pow(x, y)`",
      "min": "write `x < y ? x : y`",
      "max": "write `x > y ? x : y`",
      "math.isInfinite": "it is documented and does not exist: write `math.isNaN(x - x) && !math.isNaN(x)`",
      "math.min": "write `x < y ? x : y`",
      "math.max": "write `x > y ? x : y`",
      "math.mod": "write `x % y`",
      "math.log": "there are no logarithms",
      "timestamp.now": "write `request.time`",
      "timestamp.time": "write `timestamp.value(milliseconds)`",
      "hashing.sha1": "there are md5, sha256, crc32 and crc32c",
      "hashing.sha512": "there are md5, sha256, crc32 and crc32c",
    ])

  private static let methods = table(
    isMethod: true,
    [
      "contains": "of a list write `value in x`, of a string `x.matches('.*value.*')`",
      "includes": "of a list write `value in x`, of a string `x.matches('.*value.*')`",
      "startsWith": "write `x.matches('prefix.*')`, special characters of the prefix escaped",
      "endsWith": "write `x.matches('.*suffix')`, special characters of the suffix escaped",
      "indexOf": "there are no searches: test with `in` or `matches`",
      "substring": "write `x[start:end]`",
      "substr": "write `x[start:end]`",
      "slice": "write `x[start:end]`",
      "charAt": "write `x[index]`",
      "at": "write `x[index]`",
      "length": "write `x.size()`",
      "len": "write `x.size()`",
      "count": "write `x.size()`",
      "toLowerCase": "write `x.lower()`",
      "toLower": "write `x.lower()`",
      "lowercase": "write `x.lower()`",
      "toUpperCase": "write `x.upper()`",
      "toUpper": "write `x.upper()`",
      "uppercase": "write `x.upper()`",
      "match": "write `x.matches(pattern)`, which has to match the whole string",
      "test": "write `x.matches(pattern)`, which has to match the whole string",
      "search": "write `x.matches('.*pattern.*')`",
      "replaceAll": "write `x.replace(pattern, replacement)`, which replaces every match",
      "strip": "write `x.trim()`",
      "toString": "write `string(x)`",
      "toInt": "write `int(x)`",
      "toFloat": "write `float(x)`",
      "isEmpty": "write `x.size() == 0`",
      "has": "write `'key' in x`",
      "hasKey": "write `'key' in x`",
      "containsKey": "write `'key' in x`",
      "hasOwnProperty": "write `'key' in x`",
      "exists": "write `'key' in x`, or `exists(path)` for a document",
      "every": "there are no loops: write the condition for each index",
      "some": "there are no loops: write `x.hasAny([…])` or the condition for each index",
      "all": "there are no loops: write `x.hasAll([…])` or the condition for each index",
      "any": "there are no loops: write `x.hasAny([…])` or the condition for each index",
      "filter": "there are no loops: write the condition for each index",
      "map": "there are no loops: write the condition for each index",
      "forEach": "there are no loops: write the condition for each index",
      "push": "write `x.concat([value])`",
      "append": "write `x.concat([value])`",
      "add": "of a list write `x.concat([value])`, of a set `x.union([value].toSet())`",
      "remove": "write `x.removeAll([value])`",
      "intersect": "write `x.intersection(set)`",
      "subtract": "write `x.difference(set)`",
      "isSubset": "write `x.hasOnly(y)`",
      "isSuperset": "write `x.hasAll(y)`",
      "toList": "there is no way back from a set to a list",
      "entries": "write `x.keys()` and `x.values()`",
      "equals": "write `x == y`",
      "getTime": "write `x.toMillis()`",
      "toDate": "write `x.date()`",
      "millis": "write `x.toMillis()`",
      "weekday": "write `x.dayOfWeek()`, where 1 is Monday",
      "hour": "write `x.hours()`",
      "minute": "write `x.minutes()`",
      "second": "write `x.seconds()`",
      "days": "write `x.day()`",
      "lat": "write `x.latitude()`",
      "lng": "write `x.longitude()`",
    ])

  private static func table(isMethod: Bool, _ entries: [String: String]) -> [String: MissingBuiltin] {
    var table: [String: MissingBuiltin] = [:]
    for (name, advice) in entries { table[name] = MissingBuiltin(name: name, isMethod: isMethod, advice: advice) }
    return table
  }

  /// Every entry, by name, for tests.
  package static var all: [MissingBuiltin] {
    (Array(functions.values) + Array(methods.values)).sorted { ($0.name, $0.advice) < ($1.name, $1.advice) }
  }
}
