import ArgumentParser

/// The flags that every command takes. Each can also be set in the environment as `FIREBREAK_<FLAG>`.
struct GlobalOptions: ParsableArguments {
  @OptionGroup(title: "Project") var project: ProjectOptions
  @OptionGroup(title: "Behaviour") var behavior: BehaviorOptions
  @OptionGroup(title: "Output") var output: OutputOptions
}
