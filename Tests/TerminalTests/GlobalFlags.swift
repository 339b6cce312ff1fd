import ArgumentParser
import Terminal

/// The flags of every command, without a command.
struct GlobalFlags<Formats: FormatChoice>: ParsableArguments {
  @OptionGroup var project: ProjectOptions
  @OptionGroup var behavior: BehaviorOptions
  @OptionGroup var output: OutputOptions<Formats>

  static func options(_ arguments: [String]) throws -> GlobalOptions<Formats> {
    let flags = try parse(arguments)
    return GlobalOptions(project: flags.project, behavior: flags.behavior, output: flags.output)
  }
}
