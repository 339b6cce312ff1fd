/// The flags that every command takes. Each can also be set in the environment as `FIREBREAK_<FLAG>`.
///
/// Commands list the three groups themselves: ArgumentParser checks groups inside groups in unoptimised builds five times for
/// every level, which took a quarter of a second for every command that was started.
package struct GlobalOptions<Formats: FormatChoice>: Sendable {
  package var project: ProjectOptions
  package var behavior: BehaviorOptions
  package var output: OutputOptions<Formats>

  package init(project: ProjectOptions, behavior: BehaviorOptions, output: OutputOptions<Formats>) {
    self.project = project
    self.behavior = behavior
    self.output = output
  }

  package var formats: Set<OutputFormat> { Formats.formats }
  package var standard: OutputFormat { Formats.standard }
}
