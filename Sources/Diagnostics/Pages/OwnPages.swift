extension HelpPage {
  /// FB80xx and FB90xx
  static let ownPages = #"""
    # FB8001
    means: An input asks for something that this version does not do: a feature of Firestore, a key of a workload, or a construct of YAML such as tags and merge keys. Nothing is silently left out, therefore the finding is an error.
    why: A result that ignores part of its input would be a result about something else.
    example:
      <<: *defaults
    fix: Write it without the feature; the help line says how where there is a way.
    ignore: When the rest of the result is what you need and you know what is missing.

    # FB8002
    means: The verdict depends on behaviour of production that nobody has published or recorded. The finding names the open question or the switch that decides it.
    why: Some rules can only be learnt by watching production. Where no recording exists Firebreak takes the more cautious answer and says so.
    example:
      info[FB8002 behaviour-unverified]: served only if ... holds
    fix: Avoid the dependence (for an index: declare the exact one), or set the switch with `--assume NAME=VALUE` if you know the answer.
    ignore: When you have seen production do what the assumption says.

    # FB9001
    means: Firebreak itself failed. Your input is not to blame, whatever it contains: no input may cause this.
    why: An internal invariant did not hold, and a wrong answer would be worse than none.
    example:
      error[FB9001 internal-error]: ...
    fix: Report it with the version, the command and the hash that the message prints. The hash says nothing about the content of your files.
    ignore: Never; the command has not done its work (exit code 3).
    """#
}
