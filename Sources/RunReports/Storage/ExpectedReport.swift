package import StructuredText

/// A report as it is recorded beside a workload (`expected/<workload>.json`) and compared in CI.
///
/// Figures apart by day, and the lines behind the parts of a bill, are left out: what they add up to is recorded. Places
/// keep only the file's name, so that the recording does not depend on where the command is run.
package enum ExpectedReport {
  /// The text to record, ending with a line break.
  package static func text(of report: RunReport) -> String {
    JSONWriter.text(withoutFolders(report.json(includesHelp: false), key: nil), .figures) + "\n"
  }

  /// The differences of a run from its recording, one line each with the path of the value; empty when equal.
  package static func differences(recorded: JSONValue, report: RunReport) -> [String] {
    var differences: [String] = []
    compare(recorded, withoutFolders(report.json(includesHelp: false), key: nil), at: "", into: &differences)
    return differences
  }

  private static func compare(_ old: JSONValue, _ new: JSONValue, at path: String, into differences: inout [String]) {
    switch (old, new) {
    case (.object(let oldMembers), .object(let newMembers)):
      for member in oldMembers {
        guard let value = newMembers.first(where: { $0.key == member.key })?.value else {
          differences.append("\(path)\(member.key): recorded \(short(member.value)), now absent")
          continue
        }
        compare(member.value, value, at: "\(path)\(member.key).", into: &differences)
      }
      for member in newMembers where !oldMembers.contains(where: { $0.key == member.key }) {
        differences.append("\(path)\(member.key): not recorded, now \(short(member.value))")
      }
    case (.array(let oldItems), .array(let newItems)):
      for index in 0..<max(oldItems.count, newItems.count) {
        let place = "\(path.dropLast())[\(index)]"
        if index >= newItems.count {
          differences.append("\(place): recorded \(short(oldItems[index])), now absent")
        } else if index >= oldItems.count {
          differences.append("\(place): not recorded, now \(short(newItems[index]))")
        } else {
          compare(oldItems[index], newItems[index], at: place + ".", into: &differences)
        }
      }
    default:
      let (oldText, newText) = (JSONWriter.text(old, .compact), JSONWriter.text(new, .compact))
      if oldText != newText { differences.append("\(path.dropLast()): recorded \(short(old)), now \(short(new))") }
    }
  }

  private static func short(_ value: JSONValue) -> String {
    let text = JSONWriter.text(value, .compact)
    return text.count > 80 ? text.prefix(79) + "…" : text
  }

  private static func withoutFolders(_ value: JSONValue, key: String?) -> JSONValue {
    switch value {
    case .object(let members):
      let kept = members.filter { !($0.key == "days" && key == nil || $0.key == "lines") }
      return .object(kept.map { JSONValue.Member($0.key, withoutFolders($0.value, key: $0.key)) })
    case .array(let items): return .array(items.map { withoutFolders($0, key: nil) })
    case .string(let text) where key == "file" || key == "source":
      return .string(text.split(separator: "/").last.map(String.init) ?? text)
    case .null, .boolean, .number, .integer, .string: return value
    }
  }
}
