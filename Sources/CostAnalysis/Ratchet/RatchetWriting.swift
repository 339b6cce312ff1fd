import Diagnostics
import FirestoreModel
import StructuredText

extension Ratchet {
  /// A new file.
  /// - Parameter replacement: what was played instead of the workloads as they are written, as flags.
  package static func text(recording entries: [RatchetVerdict.Entry], played replacement: String? = nil) -> String {
    let flags = replacement.map { [JSONValue.Member("flags", .string($0))] } ?? []
    return JSONWriter.text(
      .object([.init("schema", .integer(schema))] + flags + [.init("reads", RecordTree(entries).json)])) + "\n"
  }

  /// The file with lower records, new ones at the ends of their objects, and raises with their reasons. Everything else
  /// stays as it is written.
  package func text(
    lowering lowered: [RatchetVerdict.Entry], recording added: [RatchetVerdict.Entry],
    accepting accepted: [Acceptance] = []
  ) -> String {
    var edit = JSONFileEdit(source)
    let changes = lowered.map { ($0.key, $0.now) } + accepted.map { ($0.key, $0.to) }
    for (key, reads) in changes {
      if let record = record(of: key) { edit.replace(record.location.span, with: reads.description) }
    }
    if let reads = root.member("reads")?.value { RecordTree(added).append(to: reads, &edit) }
    let lines = accepted.map(\.line)
    if let list = root.member("accepted")?.value {
      edit.append(lines, to: list)
    } else if !lines.isEmpty {
      edit.append([("accepted", "[\n  " + lines.joined(separator: ",\n  ") + "\n]")], to: root)
    }
    return edit.text
  }
}

extension Ratchet.Acceptance {
  /// One line each, so that a change of the file shows one.
  fileprivate var line: String {
    let names = [("workload", key.workload), ("variant", key.variant), ("step", key.step)]
      .map { "\"\($0)\": \(JSONWriter.quoted($1.string))" }
    let rest = ["\"from\": \(from)", "\"to\": \(to)", "\"reason\": \(JSONWriter.quoted(reason))"]
    return "{\((names + rest).joined(separator: ", "))}"
  }
}

/// Records by workload and variant, in the order in which they were found.
private struct RecordTree {
  private struct Branch<Element> {
    var name: String
    var elements: [Element] = []
  }

  private var workloads: [Branch<Branch<RatchetVerdict.Entry>>] = []

  init(_ entries: [RatchetVerdict.Entry]) {
    for entry in entries {
      let workload = Self.place(of: entry.key.workload.string, in: &workloads)
      let variant = Self.place(of: entry.key.variant.string, in: &workloads[workload].elements)
      workloads[workload].elements[variant].elements.append(entry)
    }
  }

  private static func place<Element>(of name: String, in branches: inout [Branch<Element>]) -> Int {
    if let index = branches.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return index }
    branches.append(Branch(name: name))
    return branches.count - 1
  }

  var json: JSONValue {
    .object(workloads.map { workload in JSONValue.Member(workload.name, Self.json(workload)) })
  }

  private static func json(_ workload: Branch<Branch<RatchetVerdict.Entry>>) -> JSONValue {
    .object(workload.elements.map { JSONValue.Member($0.name, json($0)) })
  }

  private static func json(_ variant: Branch<RatchetVerdict.Entry>) -> JSONValue {
    .object(variant.elements.map { JSONValue.Member($0.key.step.string, .number($0.now.description)) })
  }

  /// Puts every record into the deepest object of the file that is there for it.
  func append(to reads: Node, _ edit: inout JSONFileEdit) {
    var newWorkloads: [(key: String, value: String)] = []
    for workload in workloads {
      guard let present = reads.member(workload.name)?.value else {
        newWorkloads.append((workload.name, JSONWriter.text(Self.json(workload))))
        continue
      }
      var newVariants: [(key: String, value: String)] = []
      for variant in workload.elements {
        guard let object = present.member(variant.name)?.value else {
          newVariants.append((variant.name, JSONWriter.text(Self.json(variant))))
          continue
        }
        edit.append(variant.elements.map { ($0.key.step.string, $0.now.description) }, to: object)
      }
      edit.append(newVariants, to: present)
    }
    edit.append(newWorkloads, to: reads)
  }
}

extension Node {
  fileprivate func member(_ key: String) -> Member? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }
  }
}
