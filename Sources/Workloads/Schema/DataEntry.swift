package import Diagnostics

/// `data:` — documents that exist at the start, and how later ones of the same path pattern look.
package struct DataEntry: Hashable, Sendable {
  package var path: PathPattern
  /// The cartesian product of these is walked, the last one fastest.
  package var loops: [Loop]
  package var count: Quantity
  package var fields: [FieldAssignment]
  /// Keeps the newest so many documents of each collection; what is removed is an outside write.
  package var retention: Quantity?
  package var span: Span

  package init(
    path: PathPattern, loops: [Loop] = [], count: Quantity = .constant(1), fields: [FieldAssignment] = [],
    retention: Quantity? = nil, span: Span
  ) {
    self.path = path
    self.loops = loops
    self.count = count
    self.fields = fields
    self.retention = retention
    self.span = span
  }
}

/// One variable of `for:`.
package struct Loop: Hashable, Sendable {
  package var variable: String
  package var values: LoopValues
  package var span: Span

  package init(variable: String, values: LoopValues, span: Span) {
    self.variable = variable
    self.values = values
    self.span = span
  }
}

package enum LoopValues: Hashable, Sendable {
  /// `1..1000`, both ends included; empty when the last is below the first.
  case range(first: Int64, last: Int64)
  case list([ParameterValue])
}
