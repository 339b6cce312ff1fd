import ArgumentParser

/// What `firebreak help` takes: names of commands, which the parser's own scripts do not know.
enum HelpCompletion {
  private struct Name {
    var name: String
    var abstract: String
    var subcommands: [Name]

    init(_ command: any ParsableCommand.Type) {
      name = command.configuration.commandName ?? ""
      abstract = command.configuration.abstract
      subcommands = Self.shown(below: command)
    }

    static func shown(below command: any ParsableCommand.Type) -> [Name] {
      command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { Name($0) }
    }
  }

  /// The program's script for a shell, with the names.
  static func script(of program: any ParsableCommand.Type, for shell: Shell) -> String {
    let script = program.completionScript(for: shell.language)
    let names = Name.shown(below: program)
    return switch shell {
    case .bash: bash(script, names)
    case .zsh: zsh(script, names)
    case .fish: fish(script, names)
    }
  }

  private static func bash(_ script: String, _ names: [Name]) -> String {
    func branch(_ words: String, _ offered: [Name]) -> String {
      let list = offered.map(\.name).joined(separator: " ")
      return "    '\(words)')\n        COMPREPLY+=($(compgen -W '\(list)' -- \"${cur}\"))\n        ;;\n"
    }
    let branches = branch("", names) + withSubcommands(names).map { branch($0.name, $0.subcommands) }.joined()
    return inserting(
      "\n    case \"${COMP_WORDS[*]:2:COMP_CWORD-2}\" in\n\(branches)    esac\n", before: "}\n",
      after: "_firebreak_help() {\n", in: script)
  }

  private static func zsh(_ script: String, _ names: [Name]) -> String {
    let offered = names.map(\.name).joined(separator: " ")
    let positions = "        '1:command:(\(offered))'\n        '2:subcommand:{_firebreak_help_subcommands}'\n"
    let branches = withSubcommands(names).map { command in
      "    \(command.name)) compadd -- \(command.subcommands.map(\.name).joined(separator: " ")) ;;\n"
    }
    let function = "_firebreak_help_subcommands() {\n    case \"${words[2]}\" in\n\(branches.joined())    esac\n}\n\n"
    let whole = script.replacing("        '*:subcommands:'\n", with: positions)
    return inserting(function, before: "_firebreak_help() {\n", after: "", in: whole)
  }

  private static func fish(_ script: String, _ names: [Name]) -> String {
    func line(_ offered: Name, _ condition: String) -> String {
      let text = offered.abstract.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return
        "complete -c 'firebreak' -n '__firebreak_should_offer_completions_for_positional \"firebreak help\" \(condition)' "
        + "-fa '\(offered.name)' -d '\(text)'\n"
    }
    let commands = names.map { line($0, "-eq 1") }
    let subcommands = withSubcommands(names).flatMap { command in
      command.subcommands.map { line($0, "-eq 2; and __fish_seen_subcommand_from \(command.name)") }
    }
    return script + (script.hasSuffix("\n") ? "" : "\n") + (commands + subcommands).joined()
  }

  private static func withSubcommands(_ names: [Name]) -> [Name] { names.filter { !$0.subcommands.isEmpty } }

  /// Text before the first place of an ending that follows a beginning; where either is not there, the script as it is.
  private static func inserting(_ text: String, before ending: String, after beginning: String, in script: String)
    -> String
  {
    let from = beginning.isEmpty ? script.startIndex : script.firstRange(of: beginning)?.upperBound
    guard let from, let place = script[from...].firstRange(of: ending)?.lowerBound else { return script }
    return script[..<place] + text + script[place...]
  }
}
