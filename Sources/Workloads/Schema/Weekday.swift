/// A day of the week, by its name in workloads.
package enum Weekday: String, Hashable, Sendable, CaseIterable {
  case mon, tue, wed, thu, fri, sat, sun
}
