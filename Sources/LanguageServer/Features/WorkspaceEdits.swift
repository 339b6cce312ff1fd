import Diagnostics
import Project
import ProjectCheck
import StructuredText

/// `WorkspaceEdit`: with versions where the client minds them.
enum WorkspaceEdits {
  private struct File {
    var address: String
    var version: Int?
    var edits: [JSONValue]
    var isNew = false
  }

  static func edit(_ fix: SuggestedFix, _ context: inout FeatureContext) -> JSONValue {
    var files: [File] = []
    for edit in fix.edits {
      let address = context.places.address(of: edit.location.source)
      let value: JSONValue = [
        "range": context.places.range(edit.location).json, "newText": .string(edit.replacement),
      ]
      if let index = files.firstIndex(where: { $0.address == address }) {
        files[index].edits.append(value)
      } else {
        files.append(File(address: address, version: context.documents[address]?.version, edits: [value]))
      }
    }
    return json(files, context)
  }

  /// Texts that are added to the document that is asked about.
  static func edit(_ insertions: [(text: String, offset: Int)], _ context: FeatureContext) -> JSONValue {
    let document = context.document
    let edits = insertions.map { insertion -> JSONValue in
      [
        "range": document.range(insertion.offset..<insertion.offset, context.client.encoding).json,
        "newText": .string(insertion.text),
      ]
    }
    return json([File(address: document.address, version: document.version, edits: edits)], context)
  }

  static func replacement(of document: OpenDocument, by text: String, _ context: FeatureContext) -> JSONValue {
    json([file(document, text, context)], context)
  }

  /// Files whole, as far as they differ.
  static func edit(_ edits: [FileEdit], _ context: FeatureContext) -> JSONValue {
    json(
      edits.map { edit in
        let path = DisplayPath.absolute(edit.path, from: ProjectFolder.workingDirectory)
        if let document = context.documents.document(at: path) { return file(document, edit.after, context) }
        let saved = OpenDocument(DocumentAddress.address(ofAbsolute: path), text: edit.before)
        var file = file(saved, edit.after, context)
        file.version = nil
        file.isNew = InputFile.kind(path) == .missing
        return file
      }, context)
  }

  private static func file(_ document: OpenDocument, _ text: String, _ context: FeatureContext) -> File {
    File(
      address: document.address, version: document.version,
      edits: TextEdits.between(document, and: text, context.client.encoding).map { edit in
        ["range": edit.range.json, "newText": .string(edit.text)]
      })
  }

  private static func json(_ files: [File], _ context: FeatureContext) -> JSONValue {
    guard context.client.takesEditsOfVersions else {
      return ["changes": .object(files.map { .init($0.address, .array($0.edits)) })]
    }
    return [
      "documentChanges": .array(
        files.flatMap { file -> [JSONValue] in
          let identifier: JSONValue = [
            "uri": .string(file.address), "version": file.version.map { .integer(Int64($0)) } ?? .null,
          ]
          let creation: [JSONValue] =
            file.isNew
            ? [["kind": "create", "uri": .string(file.address), "options": ["ignoreIfExists": true]]] : []
          return creation + [["textDocument": identifier, "edits": .array(file.edits)]]
        })
    ]
  }
}
