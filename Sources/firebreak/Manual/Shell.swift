import ArgumentParser

/// A shell that completes commands and flags.
enum Shell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  /// As the parser calls it.
  var language: CompletionShell {
    switch self {
    case .bash: .bash
    case .zsh: .zsh
    case .fish: .fish
    }
  }
}
