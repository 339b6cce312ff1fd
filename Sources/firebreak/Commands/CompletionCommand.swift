import ArgumentParser
import Terminal

struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print the script that completes commands and flags in your shell.",
    discussion: """
      bash   firebreak completion bash > ~/.local/share/bash-completion/completions/firebreak
      zsh    firebreak completion zsh > ~/.zsh/completions/_firebreak    (a folder of $fpath)
      fish   firebreak completion fish > ~/.config/fish/completions/firebreak.fish
      """)

  @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
  var shell: Shell

  func run() throws {
    let text = HelpCompletion.script(of: Firebreak.self, for: shell)
    try StandardStream(descriptor: 1).writeAnswer(text.hasSuffix("\n") ? text : text + "\n")
  }
}

/// For packagers.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page, firebreak(1).", shouldDisplay: false)

  func run() throws { try StandardStream(descriptor: 1).writeAnswer(ManualPage.text(of: Firebreak.self)) }
}

extension StandardStream {
  fileprivate func writeAnswer(_ text: String) throws {
    write(text)
    if case .failed(let number) = state {
      throw EnvironmentFailure(message: "cannot write to standard output: \(SystemText.describe(number))")
    }
  }
}
