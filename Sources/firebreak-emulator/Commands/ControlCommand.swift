import ArgumentParser
import Project
import Terminal

/// A command that asks a running emulator for something.
protocol ControlCommand: ReportingCommand where Formats == TextFormats {
  var control: ControlOptions { get }

  func perform(_ emulator: ControlledEmulator, _ console: Console) async throws
}

extension ControlCommand {
  func perform(_ console: Console) async throws -> Outcome {
    let settings = try CommandSettings(global, console.environment)
    let project: Project
    do throws(ProjectRequestError) { project = try Project.discover(settings.request) } catch { throw error.usageError }
    try await perform(try ControlledEmulator(control, console.environment, project), console)
    return .clean
  }
}
