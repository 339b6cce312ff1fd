import Diagnostics
import FirebreakTestSupport
import FirestoreModel
import IndexCatalog
import Testing

@testable import Project

@Suite("Index files of databases") struct IndexSourceTests {
  @Test(
    "how near the limits a file is",
    arguments: [
      (160, []), (161, ["info 161 composite indexes of at most 200"]),
      (201, ["info 201 composite indexes of at most 200"]),
      (800, ["info 800 composite indexes of at most 200"]), (801, ["warning 801 composite indexes of at most 1000"]),
      (1001, ["error 1001 composite indexes of at most 1000"]),
    ])
  func limits(count: Int, found: [String]) throws {
    let fields = #"[{"fieldPath": "a", "order": "ASCENDING"}, {"fieldPath": "b", "order": "ASCENDING"}]"#
    let indexes = (0..<count).map {
      #"{"collectionGroup": "c\#($0)", "queryScope": "COLLECTION", "fields": \#(fields)}"#
    }
    let folder = try FolderFixture([
      "i.json": #"{"indexes": [\#(indexes.joined(separator: ","))], "fieldOverrides": []}"#
    ])
    let source = IndexSource.read(folder.path + "/i.json", database: "(default)", edition: .standard)
    #expect(source.findings.map { "\($0.severity.rawValue) \($0.message)" } == found)
  }
}
