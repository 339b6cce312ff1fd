import FoundationEssentials

/// The environment variables of the process, and the values of flags that were given in it.
package struct ProcessEnvironment {
  package let variables: [String: String]

  package init(_ variables: [String: String]) { self.variables = variables }

  package static var current: ProcessEnvironment { ProcessEnvironment(ProcessInfo.processInfo.environment) }

  package subscript(name: String) -> String? { variables[name] }

  package func nonEmpty(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// `FIREBREAK_PROJECT_DIR` for the flag `project-dir`; empty counts as not set.
  package func flag(_ name: String) -> (variable: String, value: String)? {
    let variable = ProcessEnvironment.variable(of: name)
    return nonEmpty(variable).map { (variable, $0) }
  }

  package static func variable(of flag: String) -> String {
    "FIREBREAK_" + flag.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// The value of a flag that takes one, unless the command line gave it.
  package func value<Value>(_ given: Value?, flag name: String, _ read: (String) throws -> Value) throws(UsageError)
    -> Value?
  {
    if let given { return given }
    guard let (variable, text) = flag(name) else { return nil }
    do { return try read(text) } catch { throw UsageError("\(variable): \(error)") }
  }

  /// The values of a flag that may be repeated, separated by commas in the environment.
  package func values<Value>(
    _ given: [Value], flag name: String, _ read: (String) throws -> Value
  ) throws(UsageError) -> [Value] {
    guard given.isEmpty, let (variable, text) = flag(name) else { return given }
    do { return try text.split(separator: ",").map { try read(String($0)) } } catch {
      throw UsageError("\(variable): \(error)")
    }
  }

  /// A flag without a value: set by anything but `0`, `false` and `no`.
  package func isSet(_ given: Bool, flag name: String) -> Bool {
    if given { return true }
    return flag(name).map { !["0", "false", "no"].contains($0.value.lowercased()) } ?? false
  }
}
