import ArgumentParser

/// `--color`.
package enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether a stream gets colours. The flag decides alone unless it says `auto`; then NO_COLOR beats FORCE_COLOR and
  /// CLICOLOR_FORCE, and each of them counts only when it is set to something.
  package func isColored(environment: ProcessEnvironment, streamIsTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment.nonEmpty("NO_COLOR") != nil { return false }
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
      if let value = environment.nonEmpty(name) { return value != "0" && value != "false" }
    }
    return streamIsTerminal && environment["TERM"] != "dumb"
  }
}
