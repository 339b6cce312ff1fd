import FirebreakTestSupport
import Foundation
import Testing

/// What a change costs, as a user meets it: the chat sample's listener without a limit, and its repair.
@Suite("Command line: cost diff") struct CommandLineCostDiffTests {
  static func text(_ path: String) throws -> String {
    String(decoding: try RepositoryFiles.bytes(path), as: UTF8.self)
  }

  /// The sample with one variant, that of its `before`.
  static func bug() throws -> String {
    let sample = try Self.text("samples/chat/messages.workload.yaml")
    let variants = try #require(sample.range(of: "variants:\n"))
    return String(sample[..<variants.lowerBound])
  }

  static func fix() throws -> String {
    try bug().replacing("orderBy timestamp desc'", with: "orderBy timestamp desc limit 50'")
  }

  static func files(_ workload: String) throws -> [String: String] {
    var files = ["messages.workload.yaml": workload]
    for name in ["firebase.json", "firestore.indexes.json", "firestore.rules"] {
      files[name] = try Self.text("samples/chat/\(name)")
    }
    return files
  }

  static func write(_ text: String, to name: String, in folder: TestFolder) throws {
    try Data(text.utf8).write(to: folder.url.appending(path: name))
  }

  /// The same words as in the command's specification, and the repair saves 950 reads of every open.
  static let saving = """
    Monthly estimate  30,030 → 1,530 reads   −28,500 (−94.9 %)   $0.0180 → $0.0009   −$0.0171
      operation      reads/call  calls/month  Δ reads/month    Δ cost
      messages.open  1,001 → 51           30        −28,500  −$0.0171  limit 50 added  PLACE
      the bills of the runs, free quota, network and storage included: $0.00, as before

    """

  static func savingComment(_ place: String) -> String {
    """
    **−$0.0171 a month**: $0.0180 → $0.0009, 30,030 → 1,530 reads a month (−94.9 %)

    | Operation | reads/call | calls/month | Δ reads/month | Δ cost | Cause | |
    |---|---:|---:|---:|---:|---|---|
    | messages.open | 1,001 → 51 | 30 | −28,500 | −$0.0171 | limit 50 added | \(place) |

    The bills of the runs, free quota, network and storage included: $0.00.

    """
  }

  static func lossComment(_ place: String) -> String {
    """
    **+$0.0171 a month**: $0.0009 → $0.0180, 1,530 → 30,030 reads a month (+1,862.7 %)

    | Operation | reads/call | calls/month | Δ reads/month | Δ cost | Cause | |
    |---|---:|---:|---:|---:|---|---|
    | messages.open | 51 → 1,001 | 30 | +28,500 | +$0.0171 | lost limit 50, FB7010 listener-without-limit | \(place) |

    The bills of the runs, free quota, network and storage included: $0.00.

    **1 error**

    | Severity | Code | Where | Finding |
    |---|---|---|---|
    | error | FB7020 ratchet-exceeded | `firebreak/cost.json:6:26` | `messages.open` exceeds its recorded 51 reads<br>\
    a call of it in `messages/baseline` bills 1001 now, 950 more<br>\
    help: find the new read, or accept it: `firebreak cost ratchet --accept messages.open --reason TEXT` |

    """
  }

  private static func side(_ reads: Int, perCall: Int, cost: String) -> String {
    """
    {
            "reads": \(reads),
            "readsPerCall": \(perCall),
            "callsPerMonth": 30,
            "monthlyCost": {
              "amount": \(cost),
              "currency": "USD"
            }
          }
    """
  }

  private static func json(
    _ outcome: String, base: (reads: Int, perCall: Int, cost: String), head: (reads: Int, perCall: Int, cost: String),
    change: Int, costChange: String, causes: [String], place: String, findings: String
  ) -> String {
    let money = """
      "monthlyCost": {
        "base": {
          "amount": \(base.cost),
          "currency": "USD"
        },
        "head": {
          "amount": \(head.cost),
          "currency": "USD"
        }
      },
      "monthlyCostChange": {
        "amount": \(costChange),
        "currency": "USD"
      },
      "bill": {
        "base": {
          "amount": 0,
          "currency": "USD"
        },
        "head": {
          "amount": 0,
          "currency": "USD"
        }
      },
      "billChange": {
        "amount": 0,
        "currency": "USD"
      }
      """
    return """
      {
        "outcome": "\(outcome)",
        "schema": 1,
        "operations": [
          {
            "name": "messages.open",
            "workload": "messages",
            "step": "messages.open",
            "base": \(side(base.reads, perCall: base.perCall, cost: base.cost)),
            "head": \(side(head.reads, perCall: head.perCall, cost: head.cost)),
            "change": \(change),
            "monthlyCostChange": {
              "amount": \(costChange),
              "currency": "USD"
            },
            "causes": [
              \(causes.map { "\"\($0)\"" }.joined(separator: ",\n        "))
            ],
            "source": "\(place)"
          }
        ],
        "total": {
          "base": \(base.reads),
          "head": \(head.reads),
          "change": \(change),
          "unknown": 0,
          \(money.replacing("\n", with: "\n    ")),
          "atLeast": {
            \(money.replacing("\n", with: "\n      "))
          },
          "unpriced": []
        },
        "weighted": false,
        "findings": \(findings)
      }

      """
  }

  static func savingJSON(_ place: String) -> String {
    json(
      "clean", base: (30_030, 1_001, "0.018018"), head: (1_530, 51, "0.000918"), change: -28_500, costChange: "-0.0171",
      causes: ["limit 50 added"], place: place, findings: "[]")
  }

  static func lossJSON(_ place: String) -> String {
    json(
      "findings", base: (1_530, 51, "0.000918"), head: (30_030, 1_001, "0.018018"), change: 28_500,
      costChange: "0.0171",
      causes: ["lost limit 50", "FB7010 listener-without-limit"], place: place,
      findings: """
        [
            {
              "code": "FB7020",
              "name": "ratchet-exceeded",
              "severity": "error",
              "message": "`messages.open` exceeds its recorded 51 reads",
              "file": "firebreak/cost.json",
              "line": 6,
              "column": 26,
              "help": "find the new read, or accept it: `firebreak cost ratchet --accept messages.open --reason TEXT`",
              "notes": [
                "a call of it in `messages/baseline` bills 1001 now, 950 more"
              ]
            }
          ]
        """)
  }

  @Test("two reports: the saving by operation, and the way back fails the ratchet")
  func reports() throws {
    let folder = try TestFolder(Self.files(Self.bug()))
    #expect(try CommandLineTool.run(["run", "-q", "-o", "json=bug.json"], in: folder).exitCode == 0)
    try Self.write(Self.fix(), to: "messages.workload.yaml", in: folder)
    #expect(try CommandLineTool.run(["run", "-q", "-o", "json=fix.json"], in: folder).exitCode == 0)
    #expect(try CommandLineTool.run(["cost", "ratchet", "-q"], in: folder).exitCode == 0)
    let saving = try CommandLineTool.run(["cost", "diff", "bug.json", "fix.json"], in: folder)
    #expect(
      saving
        == .init(
          output: Self.saving.replacing("PLACE", with: "messages.workload.yaml:27"), errors: "", exitCode: 0))
    #expect(try CommandLineTool.run(["cost", "diff", "bug.json", "fix.json", "--exit-code"], in: folder).exitCode == 1)
    #expect(try CommandLineTool.run(["cost", "diff", "fix.json", "fix.json", "--exit-code"], in: folder).exitCode == 0)
    let reversed = try CommandLineTool.run(["cost", "diff", "fix.json", "bug.json"], in: folder)
    #expect(
      reversed
        == .init(
          output: """
            Monthly estimate  1,530 → 30,030 reads   +28,500 (+1,862.7 %)   $0.0009 → $0.0180   +$0.0171
              operation      reads/call  calls/month  Δ reads/month    Δ cost
              messages.open  51 → 1,001           30        +28,500  +$0.0171  lost limit 50, FB7010 listener-without-limit  messages.workload.yaml:27
              the bills of the runs, free quota, network and storage included: $0.00, as before

            """,
          errors: """
            error[FB7020 ratchet-exceeded]: `messages.open` exceeds its recorded 51 reads
              --> firebreak/cost.json:6:26
               |
             5 |       "baseline": {
             6 |         "messages.open": 51
               |                          ^^
               = a call of it in `messages/baseline` bills 1001 now, 950 more
               help: find the new read, or accept it: `firebreak cost ratchet --accept messages.open --reason TEXT`


            """, exitCode: 1))
    let place = "messages.workload.yaml:27"
    let comment = try CommandLineTool.run(["cost", "diff", "bug.json", "fix.json", "-o", "markdown"], in: folder)
    #expect(comment == .init(output: Self.savingComment(place), errors: "", exitCode: 0))
    let warning = try CommandLineTool.run(["cost", "diff", "fix.json", "bug.json", "-o", "markdown"], in: folder)
    #expect(warning == .init(output: Self.lossComment(place), errors: "", exitCode: 1))
    let json = try CommandLineTool.run(["cost", "diff", "bug.json", "fix.json", "-o", "json"], in: folder)
    #expect(json == .init(output: Self.savingJSON(place), errors: "", exitCode: 0))
    let schema = try SchemaCheck(Data(Self.text("schemas/cost-diff.schema.json").utf8))
    #expect(try schema.problems(Data(json.output.utf8)) == [])
    let reversedJSON = try CommandLineTool.run(["cost", "diff", "fix.json", "bug.json", "-o", "json"], in: folder)
    #expect(reversedJSON == .init(output: Self.lossJSON(place), errors: "", exitCode: 1))
    let page = try CommandLineTool.run(["cost", "diff", "fix.json", "bug.json", "-o", "html"], in: folder)
    #expect(page.exitCode == 1 && page.output.hasPrefix("<!DOCTYPE html>"))
    for part in [
      "<p>+$0.0171 a month.</p>", "<th scope=\"row\" class=\"name short\">messages.open</th>", "lost limit 50",
      "<span class=\"badge bad\">error</span>", "before: $0.0009 a month",
    ] { #expect(page.output.contains(part), "\(part)") }
    let same = try CommandLineTool.run(["cost", "diff", "fix.json", "fix.json", "-o", "markdown"], in: folder)
    #expect(same == .init(output: "", errors: "", exitCode: 0))
  }

  @Test("traffic of the settings weighs operations, and guardrails and budgets fail where they stand")
  func settings() throws {
    var files = try Self.files(Self.fix())
    files["firebreak.json"] = """
      {
        "traffic": {"messages.open": 300000, "profile.open": 10},
        "budgets": {"messages.open": {"reads": 60}},
        "guardrails": {"increase": 10, "increasePercent": 5.5, "total": 100}
      }

      """
    let folder = try TestFolder(files)
    #expect(try CommandLineTool.run(["run", "-q", "-o", "json=fix.json"], in: folder).exitCode == 0)
    try Self.write(Self.bug(), to: "messages.workload.yaml", in: folder)
    let run = try CommandLineTool.run(["run", "-o", "json=bug.json", "-o", "concise"], in: folder)
    #expect(run.exitCode == 1)
    #expect(
      run.output.contains(
        "firebreak.json:3:33: error[FB7001 budget-exceeded]: `messages.open` bills 1,001 of 60 reads per call"))
    let answer = try CommandLineTool.run(["cost", "diff", "fix.json", "-o", "concise"], in: folder)
    #expect(answer.exitCode == 1)
    #expect(
      answer.output == """
        firebreak.json:3:33: error[FB7001 budget-exceeded]: `messages.open` bills 1,001 of 60 reads per call
        firebreak.json:4:18: error[FB7001 budget-exceeded]: a month costs $171.00 more, $10.00 at most is allowed
        firebreak.json:4:34: error[FB7001 budget-exceeded]: a month costs 1,862.7 % more, 5.5 % at most is allowed
        firebreak.json:4:58: error[FB7001 budget-exceeded]: a month costs $180.18, $100.00 at most is allowed

        """)
    let text = try CommandLineTool.run(["cost", "diff", "bug.json", "fix.json"], in: folder)
    #expect(
      text.output == """
        Monthly estimate  300.30 M → 15.30 M reads   −285.00 M (−94.9 %)   $180.18 → $9.18   −$171.00   excluding 1 unknown
          operation      reads/call  calls/month  Δ reads/month    Δ cost
          messages.open  1,001 → 51      300,000   −285,000,000  −$171.00  limit 50 added   messages.workload.yaml:27
          profile.open            ?            ?        unknown   unknown  no run recorded

        """)
    #expect(text.exitCode == 0)
  }

  @Test("variants of one report are compared, too")
  func variants() throws {
    let folder = try TestFolder(Self.files(Self.text("samples/chat/messages.workload.yaml")))
    let answer = try CommandLineTool.run(["cost", "diff", "-q", "/dev/null"], in: folder)
    #expect(answer.exitCode == 2)
    #expect(try CommandLineTool.run(["run", "-q", "-o", "json=all.json"], in: folder).exitCode == 0)
    let compared = try CommandLineTool.run(
      ["cost", "diff", "all.json", "--base-variant", "before", "--head-variant", "after"], in: folder)
    #expect(compared.output.contains("messages.open  1,001 → 51           30        −28,500  −$0.0171  limit 50 added"))
    let unknown = try CommandLineTool.run(["cost", "diff", "all.json", "--variant", "aftr"], in: folder)
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors == "error: no workload has a variant `aftr`\nhelp: did you mean `after`?\n")
  }

  // MARK: Revisions

  static func git(_ arguments: [String], in folder: TestFolder) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["git", "-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "init.defaultBranch=main"] + arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("revisions are played without touching the working tree, and leave nothing behind")
  func revisions() throws {
    let scratch = try TestFolder([:])
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "TMPDIR": scratch.url.path(),
    ]
    let folder = try TestFolder(Self.files(Self.bug()))
    for command in [["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "bug"], ["tag", "bug"]] {
      try Self.git(command, in: folder)
    }
    try Self.write(Self.fix(), to: "messages.workload.yaml", in: folder)
    #expect(try CommandLineTool.run(["cost", "ratchet", "-q"], in: folder).exitCode == 0)
    for command in [["add", "-A"], ["commit", "-q", "-m", "fix"], ["tag", "fix"]] { try Self.git(command, in: folder) }
    func diff(_ arguments: [String]) throws -> CommandLineTool.Answer {
      try CommandLineTool.run(["cost", "diff"] + arguments, in: folder, environment: environment)
    }
    let saving = try diff(["bug", "fix"])
    #expect(
      saving
        == .init(
          output: Self.saving.replacing("PLACE", with: "fix:messages.workload.yaml:27"),
          errors: "playing the workloads of bug\nplaying the workloads of fix\n", exitCode: 0))
    #expect(
      try diff(["-q", "bug"])
        == .init(output: Self.saving.replacing("PLACE", with: "messages.workload.yaml:27"), errors: "", exitCode: 0))
    #expect(
      try diff(["bug", "fix", "-q", "-o", "markdown"])
        == .init(output: Self.savingComment("fix:messages.workload.yaml:27"), errors: "", exitCode: 0))
    #expect(
      try diff(["bug", "fix", "-q", "-o", "json"])
        == .init(output: Self.savingJSON("fix:messages.workload.yaml:27"), errors: "", exitCode: 0))
    let place = "bug:messages.workload.yaml:27"
    #expect(
      try diff(["fix", "bug", "-q", "-o", "json"]) == .init(output: Self.lossJSON(place), errors: "", exitCode: 1))
    #expect(
      try diff(["fix", "bug", "-q", "-o", "markdown"])
        == .init(output: Self.lossComment(place), errors: "", exitCode: 1))
    #expect(
      try diff(["fix", "bug", "-q", "-o", "concise"])
        == .init(
          output:
            "firebreak/cost.json:6:26: error[FB7020 ratchet-exceeded]: `messages.open` exceeds its recorded 51 reads\n",
          errors: "", exitCode: 1))
    // What is being written counts as it is.
    try Self.write(Self.bug(), to: "messages.workload.yaml", in: folder)
    #expect(try diff(["HEAD", "-o", "json"]).codes == ["FB7020"])
    let unknown = try diff(["nowhere"])
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors.hasPrefix("error: there is no file and no revision `nowhere`\n"))
    #expect(try diff(["--", "--upload-pack=touch x"]).exitCode == 2)
    try Self.write("workload: [", to: "messages.workload.yaml", in: folder)
    for command in [["add", "-A"], ["commit", "-q", "-m", "broken"]] { try Self.git(command, in: folder) }
    let broken = try diff(["HEAD", "fix", "-q"])
    #expect(broken.exitCode == 2)
    #expect(broken.errors.contains("--> HEAD:messages.workload.yaml:1:"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path()) == [])
  }

  @Test("a change that brings the first workload is compared with nothing, and two sides without one are refused")
  func firstWorkload() throws {
    let folder = try TestFolder(["firebase.json": "{}"])
    func commit(_ tag: String) throws {
      for command in [["add", "-A"], ["commit", "-q", "-m", tag], ["tag", tag]] { try Self.git(command, in: folder) }
    }
    try Self.git(["init", "-q"], in: folder)
    try commit("none")
    for (name, text) in try Self.files(Self.fix()) { try Self.write(text, to: name, in: folder) }
    try commit("first")
    let answer = try CommandLineTool.run(["cost", "diff", "none", "first", "-q"], in: folder)
    #expect(answer.exitCode == 0 && answer.errors.isEmpty, "\(answer.errors)")
    #expect(answer.output.hasPrefix("Monthly estimate  0 → 1,530 reads   +1,530 (–)"))
    #expect(answer.output.contains("new operation"))
    let gone = try CommandLineTool.run(["cost", "diff", "first", "none", "-q"], in: folder)
    #expect(gone.exitCode == 0 && gone.output.hasPrefix("Monthly estimate  1,530 → 0 reads"))
    let neither = try CommandLineTool.run(["cost", "diff", "none", "none", "-q"], in: folder)
    #expect(neither.exitCode == 2)
    #expect(neither.errors.hasPrefix("error: there is no *.workload.yaml on either side\n"))
  }

  @Test("a budget that was exceeded before fails no change, unless the change exceeds it further")
  func oldBudget() throws {
    let folder = try TestFolder(Self.files(Self.fix()))
    try Self.write(#"{"budgets": {"messages.open": {"reads": 10}}}"#, to: "firebreak.json", in: folder)
    for command in [["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "old"], ["tag", "old"]] {
      try Self.git(command, in: folder)
    }
    let same = try CommandLineTool.run(["cost", "diff", "old"], in: folder)
    #expect(same.exitCode == 0)
    #expect(same.errors.hasSuffix("1 budget or record exceeded before already\n"), "\(same.errors)")
    try Self.write(Self.bug(), to: "messages.workload.yaml", in: folder)
    let worse = try CommandLineTool.run(["cost", "diff", "old"], in: folder)
    #expect(worse.exitCode == 1 && worse.errors.contains("error[FB7001"))
  }

  @Test("only the variant that is compared is played")
  func playsOne() throws {
    // The second variant would fail the budget.
    let folder = try TestFolder(
      Self.files(
        Self.fix() + """
          variants:
            now: {}
            later:
              set: {steps.messages.open.listen: 'messages where conversationId == "c" orderBy timestamp desc'}

          """))
    try Self.write(#"{"budgets": {"total": {"reads": 60, "per": "run"}}}"#, to: "firebreak.json", in: folder)
    for command in [["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "old"], ["tag", "old"]] {
      try Self.git(command, in: folder)
    }
    let answer = try CommandLineTool.run(["cost", "diff", "old", "-v"], in: folder)
    #expect(answer.exitCode == 0 && !answer.errors.contains("exceeded before"), "\(answer.errors)")
    #expect(!answer.errors.contains("later"), "\(answer.errors)")
  }

  @Test("without a repository or without git a revision is refused")
  func noRepository() throws {
    let folder = try TestFolder(Self.files(Self.bug()))
    let answer = try CommandLineTool.run(
      ["cost", "diff", "main"], in: folder,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    #expect(answer.exitCode == 2)
    #expect(answer.errors.hasPrefix("error: there is no file `main`, and `.` is in no git working tree\n"))
    let missing = try CommandLineTool.run(["cost", "diff", "main"], in: folder, environment: ["PATH": "/nonexistent"])
    #expect(missing.exitCode == 3)
    #expect(missing.errors.hasPrefix("error: cannot start `git`: "))
  }
}
