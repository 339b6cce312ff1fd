package import Diagnostics
import FirestoreModel
import Project
import StructuredText

/// The queries that an application is known to ask: the folder `firebreak/queries` of a project, one file per shape.
package struct QueryInventory: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// As it is printed and opened.
    package var path: String
    package var entry: InventoryEntry
    package var location: SourceLocation
  }

  /// As it is printed.
  package var folder: String
  /// In the order of their paths.
  package var files: [File]
  /// What is wrong with them.
  package var findings: [Diagnostic]

  /// Below the root of a project.
  package static let folder = "firebreak/queries"

  package static func read(root: String) -> QueryInventory {
    let folder = DisplayPath.join(root, Self.folder)
    var inventory = QueryInventory(folder: folder, files: [], findings: [])
    guard InputFile.kind(folder) == .folder else { return inventory }
    for path in ProjectFolder.files(below: folder, suffix: ".json") {
      do throws(InputFileError) { inventory.add(try InputFile.read(path)) } catch {
        inventory.findings.append(error.diagnostic)
      }
    }
    return inventory
  }

  private mutating func add(_ source: SourceText) {
    let result = JSONReader.read(source)
    let decoding = NodeDecoding(source, diagnostics: result.diagnostics)
    if let root = result.valid, let entry = InventoryEntry(root, decoding) {
      files.append(File(path: source.path, entry: entry, location: source.location(root.span)))
    }
    findings += decoding.diagnostics
  }

  /// The text of an inventory file.
  package static func text(of entry: InventoryEntry) -> String { JSONWriter.text(entry.json) + "\n" }
}

// MARK: - What was found

extension QueryInventory {
  /// What a comparison with the queries that were found asks for.
  package struct Difference: Hashable, Sendable {
    /// Found, but in no file.
    package var unrecorded: [InventoryEntry]
    /// Files whose query was not found any more.
    package var vanished: [File]
    /// Files whose query is now found at other places.
    package var moved: [(file: File, sources: [String])]

    package static func == (left: Difference, right: Difference) -> Bool {
      left.unrecorded == right.unrecorded && left.vanished == right.vanished
        && left.moved.elementsEqual(right.moved) { $0.file == $1.file && $0.sources == $1.sources }
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(unrecorded)
      hasher.combine(vanished)
    }
  }

  /// - Parameters:
  ///   - found: each shape once.
  ///   - isWhole: false when only a part of the queries was looked for: a shape that is found there may be asked at other
  ///     places, too.
  package func difference(from found: [InventoryEntry], isWhole: Bool = true) -> Difference {
    let known = Set(files.map(\.entry.shape))
    let current = Dictionary(found.map { ($0.shape, $0) }) { first, _ in first }
    var difference = Difference(unrecorded: found.filter { !known.contains($0.shape) }, vanished: [], moved: [])
    for file in files {
      guard let entry = current[file.entry.shape] else {
        difference.vanished.append(file)
        continue
      }
      let others = isWhole ? [] : file.entry.sources.filter { !entry.isOfFile(of: $0) }
      let sources =
        others.isEmpty ? entry.sources : (entry.sources + others).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      if sources != file.entry.sources, !entry.sources.isEmpty { difference.moved.append((file, sources)) }
    }
    return difference
  }

  /// FB0010 for every shape that is recorded and not found, or found and not recorded.
  ///
  /// - Parameter isWhole: false when only a part of the queries was looked for, which says nothing about the others.
  package func findings(against found: [InventoryEntry], isWhole: Bool = true) -> [Diagnostic] {
    let difference = difference(from: found)
    let unrecorded = difference.unrecorded.map { entry in
      Diagnostic(
        .inventoryStale, "the query `\(entry.shape.shortText)` is not in the inventory", at: entry.location,
        notes: ["asked by: \(entry.shape.caller?.rawValue ?? "unknown"), kind: \(entry.shape.kind.rawValue)"]
          + (entry.sources.isEmpty
            ? ["found in the recording of an emulator"] : ["found at \(entry.sources.joined(separator: ", "))"]),
        help: "add it with `firebreak queries record`")
    }
    let vanished = (isWhole ? difference.vanished : []).map { file in
      Diagnostic(
        .inventoryStale, "the query `\(file.entry.shape.shortText)` is in the inventory, and nothing asks it any more",
        at: file.location, help: "remove it with `firebreak queries prune`")
    }
    return unrecorded + vanished
  }

  /// Where entries are to be written: each in a file that is named after it and that no other entry has.
  package func places(for entries: [InventoryEntry]) -> [(path: String, entry: InventoryEntry)] {
    var taken = Set(files.map { $0.path.lowercased() })
    return entries.map { entry in
      let name = Self.fileName(entry.name)
      let hash = entry.shape.hashedName()
      var candidates = ["\(name).json"]
      if name != hash { candidates.append("\(name)-\(hash).json") }
      var path = ""
      for candidate in candidates where path.isEmpty {
        let place = DisplayPath.join(folder, candidate)
        if !taken.contains(place.lowercased()) { path = place }
      }
      var number = 2
      while path.isEmpty {
        let place = DisplayPath.join(folder, "\(name)-\(hash)-\(number).json")
        if !taken.contains(place.lowercased()) { path = place }
        number += 1
      }
      taken.insert(path.lowercased())
      return (path, entry)
    }
  }

  /// Names are users' own words; those of files hold letters, digits, dots, dashes and underscores.
  private static func fileName(_ name: String) -> String {
    let kept = name.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isPlain || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "-"
    }
    let text = String(kept.prefix(100))
    return text.hasPrefix(".") || text.isEmpty ? "q" + text : text
  }
}

extension InventoryEntry {
  /// Whether one of its places is in the same file as a place, `src/a.ts:41`.
  fileprivate func isOfFile(of place: String) -> Bool {
    let file = place.prefix { $0 != ":" }
    return sources.contains { $0.prefix { $0 != ":" } == file }
  }
}

extension [InventoryEntry] {
  /// Each shape once, with the places of all that have it; the first name counts, with what tells it apart from others
  /// of the same name.
  package var merged: [InventoryEntry] { mergedByShape.withNamesOfTheirOwn }

  private var withNamesOfTheirOwn: [InventoryEntry] {
    var entries = self
    let differences: [(InventoryShape) -> String] = [
      { $0.kind.rawValue }, { $0.caller?.rawValue ?? "unknown" }, { $0.database.string },
    ]
    for difference in differences {
      for places in entries.placesOfSharedNames where Set(places.map { difference(entries[$0].shape) }).count > 1 {
        for place in places { entries[place].name += "-\(difference(entries[place].shape))" }
      }
    }
    for places in entries.placesOfSharedNames {
      for (number, place) in places.enumerated().dropFirst() { entries[place].name += "-\(number + 1)" }
    }
    return entries
  }

  private var placesOfSharedNames: [[Int]] {
    Dictionary(grouping: indices) { self[$0].name }.values.filter { $0.count > 1 }
  }

  private var mergedByShape: [InventoryEntry] {
    var places: [InventoryShape: Int] = [:]
    var merged: [InventoryEntry] = []
    for entry in self {
      if let place = places[entry.shape] {
        for source in entry.sources where !merged[place].sources.contains(source) {
          merged[place].sources.append(source)
        }
      } else {
        places[entry.shape] = merged.count
        merged.append(entry)
      }
    }
    return merged
  }
}

extension InventoryShape {
  /// The text for messages.
  package var shortText: String { String(QuotedText.of(text, limit: 200).dropFirst().dropLast()) }
}
