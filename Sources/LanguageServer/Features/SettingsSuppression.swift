import Diagnostics
import Project
import ProjectCheck
import StructuredText

/// The entry of `ignore` in `firebreak.json` that ignores a finding in its file: for files without comments that count.
struct SettingsSuppression {
  let edit: FileEdit

  /// - Parameter text: of the settings as they are now; nil: there is no such file.
  init?(_ finding: Diagnostic, in project: Project, text: String?) {
    guard let path = finding.location?.source.path else { return nil }
    let settings = project.settingsPath
    let start = ProjectFolder.workingDirectory
    let folder = DisplayPath.folder(of: DisplayPath.absolute(settings, from: start))
    let file = DisplayPath.relative(DisplayPath.absolute(path, from: start), from: folder)
    let entry = JSONWriter.text(
      [
        "code": .string(finding.code.id), "path": .string(file), "reason": "say why this is right",
      ], .compact)
    guard let text else {
      edit = FileEdit(path: settings, before: "", after: "{\n  \"ignore\": [\n    \(entry)\n  ]\n}\n")
      return
    }
    let source = SourceText(path: settings, text: text)
    guard let root = JSONReader.read(source).valid, case .object(let members) = root.content,
      let after = Self.added(entry, to: members, root, text)
    else { return nil }
    edit = FileEdit(path: settings, before: text, after: after)
  }

  private static func added(_ entry: String, to members: [Node.Member], _ root: Node, _ text: String) -> String? {
    let bytes = Array(text.utf8)
    func inserted(_ new: String, at offset: Int) -> String {
      String(decoding: bytes[..<offset] + Array(new.utf8) + bytes[offset...], as: UTF8.self)
    }
    guard let known = members.first(where: { $0.key == "ignore" }) else {
      let rest = members.isEmpty ? "\n" : ","
      return inserted("\n  \"ignore\": [\n    \(entry)\n  ]\(rest)", at: root.span.start + 1)
    }
    guard case .array(let items) = known.value.content else { return nil }
    guard let last = items.last else { return inserted("\n    \(entry)\n  ", at: known.value.span.start + 1) }
    return inserted(",\n    \(entry)", at: last.span.end)
  }
}
