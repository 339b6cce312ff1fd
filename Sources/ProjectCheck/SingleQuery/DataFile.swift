package import Diagnostics
package import FirestoreModel
package import IndexCatalog
import QueryModel
package import StructuredText

/// `{"documents": [{"name", "fields"}]}`: the documents that one query runs over.
package struct DataFile: Sendable {
  package struct Entry: Sendable {
    package var path: DocumentPath
    /// As the file writes it; results repeat it.
    package var name: String
    package var fields: MapValue
    package var location: SourceLocation
  }

  package var entries: [Entry]
  package var findings: [Diagnostic]

  package static let empty = DataFile(entries: [], findings: [])
}

extension DataFile {
  /// The database that full names in the file belong to: that of the first one; nil when all names are relative.
  package static func database(of root: Node) -> DatabaseName? {
    guard case .object(let members) = root.content,
      case .array(let documents)? = members.first(where: { $0.key == "documents" })?.value.content
    else { return nil }
    for document in documents {
      guard case .object(let members) = document.content,
        case .string(let name)? = members.first(where: { $0.key == "name" })?.value.content, isFullResourceName(name),
        let (database, _) = try? splitResourceName(name)
      else { continue }
      return database
    }
    return nil
  }

  /// Reads the documents of `database`. Relative names and references are completed with it.
  ///
  /// Every mistake is reported at its place: what is no document, a name that stands twice or belongs elsewhere, and
  /// what production would refuse to store.
  package init(_ root: Node, in source: SourceText, database: DatabaseName, catalog: IndexCatalog) {
    let decoding = NodeDecoding(source)
    var reader = DataReader(decoding: decoding, database: database, catalog: catalog)
    if var object = ObjectReader(root, decoding, for: "the data file") {
      let documents = object.array("documents", .required) ?? []
      object.finish()
      for document in documents {
        reader.read(document)
        if decoding.diagnostics.count >= DataReader.maximumFindings { break }
      }
    }
    entries = reader.entries
    findings = decoding.diagnostics
  }
}

private struct DataReader {
  static let maximumFindings = 100

  let decoding: NodeDecoding
  let database: DatabaseName
  let catalog: IndexCatalog
  var entries: [DataFile.Entry] = []
  private var seen: Set<DocumentPath> = []

  init(decoding: NodeDecoding, database: DatabaseName, catalog: IndexCatalog) {
    self.decoding = decoding
    self.database = database
    self.catalog = catalog
  }

  mutating func read(_ node: Node) {
    guard var object = ObjectReader(node, decoding, for: "documents") else { return }
    let nameNode = object.node("name", .required)
    let fieldsNode = object.node("fields")
    // A dump of the service has them; nothing here depends on them.
    object.know("createTime", "updateTime")
    object.finish()
    guard let nameNode, let name = decoding.string(nameNode, for: "name"), let path = path(name, at: nameNode) else {
      return
    }
    var fields = MapValue()
    if let fieldsNode {
      do { fields = try MapValue(jsonFields: fieldsNode, in: decoding.source, database: database) } catch {
        for problem in error.diagnostics { decoding.report(problem) }
        return
      }
    }
    check(path, fields, at: nameNode)
    entries.append(
      DataFile.Entry(path: path, name: name, fields: fields, location: decoding.source.location(nameNode.span)))
  }

  private mutating func path(_ name: String, at node: Node) -> DocumentPath? {
    let full: DocumentName
    do throws(FirestoreError) { full = try DocumentName(parsing: name, relativeTo: database) } catch {
      decoding.report(.malformedInput, error.message, at: node.span, help: "write a document's path, as in `cities/SF`")
      return nil
    }
    guard full.database == database else {
      decoding.report(
        .malformedInput, "this document belongs to \(QuotedText.of(full.database.description, limit: 200))",
        at: node.span, help: "the query runs in \(QuotedText.of(database.description, limit: 200))")
      return nil
    }
    guard seen.insert(full.path).inserted else {
      decoding.report(
        .duplicateKey, "the document \(QuotedText.of(full.path.description, limit: 200)) stands here twice",
        at: node.span)
      return nil
    }
    return full.path
  }

  /// What production would refuse to store cannot be in a database.
  private func check(_ path: DocumentPath, _ fields: MapValue, at node: Node) {
    do throws(FirestoreError) {
      try fields.validateForWrite(name: DocumentName(database: database, path: path))
      if let refusal = catalog.fanOut(of: path, fields: fields).refusal(of: path) { throw refusal }
    } catch {
      decoding.report(
        .malformedInput, "production refuses to store this document: \(error.message)", at: node.span)
    }
  }
}
