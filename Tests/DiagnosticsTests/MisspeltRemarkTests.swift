import Diagnostics
import Testing

@Suite("Comments that are almost Firebreak's") struct MisspeltRemarkTests {
  @Test(
    "what was meant",
    arguments: [
      ("firebreak-ignor FB2001 -- later", "firebreak-ignor", "firebreak-ignore"),
      ("firebreak_ignore FB2001 -- later", "firebreak_ignore", "firebreak-ignore"),
      ("firebreak ignore FB2001 -- later", "firebreak ignore", "firebreak-ignore"),
      ("firebreak:ignore FB2001 -- later", "firebreak:ignore", "firebreak-ignore"),
      ("Firebreak-Ignore FB2001 -- later", "Firebreak-Ignore", "firebreak-ignore"),
      ("firebreak-ignore-next-line FB2001 -- x", "firebreak-ignore-next-line", "firebreak-ignore"),
      ("firebreak-ignore-fil FB2001 -- x", "firebreak-ignore-fil", "firebreak-ignore-file"),
      ("firebreak-disable FB2001, FB7004", "firebreak-disable", "firebreak-ignore"),
      ("firebreak-disable-file missing-composite-index", "firebreak-disable-file", "firebreak-ignore-file"),
      ("firebreak-ignor", "firebreak-ignor", "firebreak-ignore"),
      ("firebrake-ignore FB2001 -- x", "firebrake-ignore", "firebreak-ignore"),
      ("fire-break-ignore-file FB2001 -- x", "fire-break-ignore-file", "firebreak-ignore-file"),
      ("firebreak-ingore FB2O01", "firebreak-ingore", "firebreak-ignore"),
      ("firebreak: as", "firebreak: as", "firebreak: as ACTOR"),
      ("firebreak:", "firebreak:", "firebreak: as ACTOR"),
      ("firebreak: ass admin", "firebreak: ass", "firebreak: as admin"),
      ("firebreak as anonymous", "firebreak as", "firebreak: as anonymous"),
      ("Firebreak: as admin", "Firebreak: as", "firebreak: as admin"),
    ])
  func misspelt(text: String, written: String, meant: String) {
    let remark = MisspeltRemark(text)
    #expect(remark?.written == written)
    #expect(remark?.meant == meant)
  }

  @Test(
    "what is right, or about something else",
    arguments: [
      "firebreak-ignore FB2001 -- reason", "firebreak-ignore: FB2001 -- reason",
      "firebreak-ignore-file FB2001 -- reason",
      "firebreak-ignore", "firebreak-ignore FB2O01", "firebreak: as admin", "firebreak: as admin, who may",
      "firebreak as a tool",
      "firebreak:  as   ada",
      "firebreak", "Firebreak", "Firebreak is a tool", "firebreak-ignored is about something else",
      "firebreak explain FB2001", "firebreak check --select FB2", "firebreak: the list is short",
      "the firebreak-ignor FB2001",
      "firebreaks FB2001", "firebreak - the tool", "", "prettier-ignore", "prettier-ignore FB2001",
      "firebrake-ignore is another tool",
    ])
  func understood(text: String) {
    #expect(MisspeltRemark(text) == nil)
  }
}
