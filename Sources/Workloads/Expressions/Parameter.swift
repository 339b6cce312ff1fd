/// `params:`
package struct Parameter: Hashable, Sendable {
  package var name: Name
  package var value: ParameterValue

  package init(name: Name, value: ParameterValue) {
    self.name = name
    self.value = value
  }
}

package enum ParameterValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case text(String)
}
