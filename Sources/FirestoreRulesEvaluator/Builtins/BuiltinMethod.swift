import FirestoreModel

/// The names of all methods. Several types may have a method of one name.
enum BuiltinMethod: String, Hashable, Sendable, CaseIterable {
  case addedKeys, affectedKeys, bind, changedKeys, concat, date, dayOfWeek, dayOfYear, day, diff, difference, distance
  case get, hasAll, hasAny, hasOnly, hours, intersection, join, keys, latitude, longitude, lower, matches, minutes
  case month, nanos, removeAll, removedKeys, replace, seconds, size, split, time, toBase64, toHexString, toMillis
  case toSet, toUtf8, trim, unchangedKeys, union, upper, values, year

  init?(_ name: Text) {
    guard let method = BuiltinMethod.byName[name] else { return nil }
    self = method
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { (Text($0.rawValue), $0) })
}
