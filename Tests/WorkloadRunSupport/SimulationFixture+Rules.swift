import Diagnostics
import FirestoreModel
package import FirestoreRulesEnforcement
import FirestoreRulesEvaluator
package import Metering
import Project
package import RunReports
package import Simulation
import Testing

extension SimulationFixture {
  /// - Parameter blocks: within `match /databases/{database}/documents`.
  package static func access(_ blocks: String) throws -> AccessControl {
    let text = """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
      \(blocks)
        }
      }
      """
    let source = RulesSource(SourceText(path: "firestore.rules", text: text))
    let rules: CompiledRules = try #require(source.rules, "\(source.problems.map(\.message))")
    return AccessControl(rules: rules)
  }

  /// Every variant runs under these rules.
  package static func input(_ text: String, rules blocks: String, billing: BillingAssumptions = .standard) throws
    -> RunInput
  {
    var input = try input(text, billing: billing)
    let access = try access(blocks)
    for index in input.surroundings.indices { input.surroundings[index].access = access }
    return input
  }

  package static func report(_ text: String, rules blocks: String) async throws -> RunReport {
    await WorkloadRunner.run(try input(text, rules: blocks))
  }
}
