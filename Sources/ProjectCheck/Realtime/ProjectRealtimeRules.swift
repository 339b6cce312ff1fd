package import Diagnostics
package import Project
package import RealtimeRules

/// The rules files of the Realtime Database that a project has, each read once.
package struct ProjectRealtimeRules: Sendable {
  /// Those that could be opened, in the order of `firebase.json`.
  package private(set) var readings: [RealtimeRulesReading] = []
  /// Why one cannot be opened, and everything that an upload would refuse.
  package private(set) var findings: [Diagnostic] = []

  package init(_ project: Project) {
    for file in project.realtimeRules {
      do throws(InputFileError) {
        let reading = RealtimeRulesReading.read(try InputFile.read(file.path))
        readings.append(reading)
        findings += reading.diagnostics
      } catch {
        findings.append(RulesSource.finding(for: error, at: file.mention))
      }
    }
  }
}
