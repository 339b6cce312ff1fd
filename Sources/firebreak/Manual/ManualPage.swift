import ArgumentParser
import Terminal

/// The manual page in the macros of man(7): one section per command, made of the help that the command prints itself.
enum ManualPage {
  static func text(of program: any ParsableCommand.Type) -> String {
    var lines = [
      ".TH FIREBREAK 1 \"\" \"Firebreak \(FirebreakVersion.current)\" \"User Commands\"",
      ".SH NAME", "firebreak \\- \(Roff.escaped(firstWordLowercased(program.configuration.abstract)))",
      ".SH SYNOPSIS", ".B firebreak", ".I command", "[options]",
      ".SH DESCRIPTION", Roff.escaped(program.configuration.abstract), ".PP",
    ]
    lines += Roff.paragraphs(program.configuration.discussion)
    lines.append(".SH COMMANDS")
    for command in program.configuration.subcommands { lines += section(command, of: program) }
    lines += [
      ".SH ENVIRONMENT", "Every flag can be given as", ".B FIREBREAK_", "and its name, as in FIREBREAK_FAIL_LEVEL.",
      "NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE decide about colours, CI turns progress off, and GITHUB_ACTIONS adds "
        + "annotations and the job summary.",
      ".SH EXIT STATUS", ".TP", "0", "Done; nothing at or above the fail level.", ".TP", "1", "Done; with findings.",
      ".TP", "2", "Not done: a wrong flag, or a file that cannot be read as what it is.", ".TP", "3",
      "Not done: the environment, or a fault in Firebreak.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(
    _ command: any ParsableCommand.Type, of program: any ParsableCommand.Type, path: [String] = []
  ) -> [String] {
    let configuration = command.configuration
    guard configuration.shouldDisplay, let name = configuration.commandName else { return [] }
    let words = path + [name]
    let own =
      [".SS \(Roff.escaped("firebreak " + words.joined(separator: " ")))"]
      + Roff.verbatim(HelpOrder.ownFirst(program.helpMessage(for: command, columns: 76)))
    return own + configuration.subcommands.flatMap { section($0, of: program, path: words) }
  }

  private static func firstWordLowercased(_ text: String) -> String {
    let sentence = text.hasSuffix(".") ? String(text.dropLast()) : text
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}

/// Text for roff.
enum Roff {
  static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    // A line that begins with a point or an apostrophe would be a request.
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }

  /// Text between empty lines, filled.
  static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? ".PP" : escaped(String($0)) }
  }

  /// Lines as they are.
  static func verbatim(_ text: String) -> [String] {
    [".nf"] + text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) } + [".fi"]
  }
}
