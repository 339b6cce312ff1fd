import Testing

@testable import Terminal

@Suite("Help order") struct HelpOrderTests {
  @Test func `what every command takes stands behind what this one takes`() {
    let help = """
      OVERVIEW: Plays workloads:

      Two paragraphs.

      USAGE: run [<options>]

      ARGUMENTS:
        <path>      Files.

      PROJECT:
        --config    A file.

      OUTPUT:
        -o          A format.

      FINDINGS THAT ARE KNOWN:
        --baseline  A file.

      OPTIONS:
        --variant   A name.

      """
    let ordered = """
      OVERVIEW: Plays workloads:

      Two paragraphs.

      USAGE: run [<options>]

      ARGUMENTS:
        <path>      Files.

      FINDINGS THAT ARE KNOWN:
        --baseline  A file.

      OPTIONS:
        --variant   A name.

      PROJECT:
        --config    A file.

      OUTPUT:
        -o          A format.

      """
    #expect(HelpOrder.ownFirst(help) == ordered)
    #expect(HelpOrder.ownFirst(ordered) == ordered)
  }

  @Test func `help without common flags stays as it is`() {
    let help = "OVERVIEW: A group.\n\nOPTIONS:\n  -h\n\nSUBCOMMANDS:\n  list\n\n  See 'help'."
    #expect(HelpOrder.ownFirst(help) == help)
  }
}
