import ProjectCheck
package import RunReports
package import Simulation

extension WorkloadRunner {
  /// As `firebreak run` does it.
  package static func run(_ input: RunInput, isFolding: Bool = true) async -> RunReport {
    await run(input, hazards: { WorkloadHazards.findings(in: $0, source: $1) }, isFolding: isFolding)
  }
}
