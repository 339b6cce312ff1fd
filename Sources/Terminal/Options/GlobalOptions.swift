package import ArgumentParser

/// The flags that every command takes. Each can also be set in the environment as `FIREBREAK_<FLAG>`.
package struct GlobalOptions<Formats: FormatChoice>: ParsableArguments {
  @OptionGroup(title: "Project") package var project: ProjectOptions
  @OptionGroup(title: "Behaviour") package var behavior: BehaviorOptions
  @OptionGroup(title: "Output") package var output: OutputOptions<Formats>

  package init() {}

  package var formats: Set<OutputFormat> { Formats.formats }
}
