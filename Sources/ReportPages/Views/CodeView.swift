import CodePages
import Diagnostics
import PageLayout

/// What the code of findings means: once on the page, and all of them lead there.
struct CodeView {
  let id: String
  let title: String
  let texts: [ProseView]

  init(_ code: DiagnosticCode) {
    let page = HelpPage.of(code)
    id = Self.anchor(of: code)
    title = "\(code.id) \(code.name)"
    texts = [page.means, page.why, page.fix, page.ignoring].filter { !$0.isEmpty }.map { ProseView($0) }
  }

  static func anchor(of code: DiagnosticCode) -> String { "code-\(code.id)" }
}
