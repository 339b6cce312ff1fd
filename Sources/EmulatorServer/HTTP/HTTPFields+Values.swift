import HTTPTypes

extension HTTPFields {
  func value(_ name: String) -> String? { values(name).first }

  func values(_ name: String) -> [String] { HTTPField.Name(name).map { self[values: $0] } ?? [] }
}
