package import Diagnostics
package import FirestoreModel
package import IndexCatalog

/// The index definitions that queries are judged against, and where they come from.
package struct IndexSource: Hashable, Sendable {
  /// As it is printed; nil: no file, only automatic indexes exist.
  package var path: String?
  package var database: String
  package var edition: Edition
  /// Where `firebase.json` configures the database without a file for it: a deploy makes no composite index then.
  package var unnamedAt: SourceLocation?
  /// Nil: there is no file to read.
  package var file: IndexFile?
  /// What is wrong with the file itself.
  package var findings: [Diagnostic]

  package var catalog: IndexCatalog { file?.catalog ?? .automaticOnly }
  /// How messages call it.
  package var name: String { path ?? Self.usualName(of: database) }
  /// How lists of index files call it.
  package var listedName: String { unnamedAt == nil ? name : "no index file" }

  /// The file that a database is to have.
  ///
  /// - Parameter isTaken: `firestore.indexes.json` is another's.
  package static func usualName(of database: String, isTaken: Bool = false) -> String {
    if database != Project.defaultDatabaseID { return "\(database).indexes.json" }
    return isTaken ? "default.indexes.json" : "firestore.indexes.json"
  }

  /// Reads a file; one that is not there is reported by whoever named it and counts as absent.
  package static func read(_ path: String?, database: String, edition: Edition) -> IndexSource {
    var source = IndexSource(path: path, database: database, edition: edition, file: nil, findings: [])
    guard let path, InputFile.kind(path) != .missing else { return source }
    do {
      let file = IndexFile(reading: try InputFile.read(path), database: Text(database), edition: edition)
      source.file = file
      source.findings = file.diagnostics + limits(of: file) + redundant(in: file)
    } catch {
      source.findings = [error.diagnostic]
    }
    return source
  }

  /// Definitions of the file that production refuses, with the whole file.
  package var refusals: [Diagnostic] {
    file?.diagnostics.filter { $0.severity == .error && !$0.isInputFailure } ?? []
  }

  /// The file with the array of indexes that it lacks; nil: it lacks none.
  package var completedFile: IndexFile? { file?.completed(database: Text(database), edition: edition) }

  /// Which plan the project has is not known here: what is near the limit without billing is said, and fails nothing.
  private static func limits(of file: IndexFile) -> [Diagnostic] {
    let findings = file.findings(against: .withBilling)
    guard findings.isEmpty else { return findings }
    return file.findings(against: .withoutBilling).map { finding in
      var finding = finding
      finding.severity = .info
      finding.notes = ["that is the limit without billing; with billing it is 1,000"]
      return finding
    }
  }

  private static func redundant(in file: IndexFile) -> [Diagnostic] {
    file.catalog.redundantByDeclaration.map { redundant in
      redundant.finding(at: file.composites.first { $0.value == redundant.index }?.location)
    }
  }
}
