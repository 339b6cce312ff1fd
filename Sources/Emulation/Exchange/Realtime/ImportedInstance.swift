import Diagnostics
import FirestoreModel
import Project
import RealtimeDatabase
import StructuredText

/// One instance of the Realtime Database, from a file as the Firebase CLI writes it.
struct ImportedInstance {
  var name: Text
  var data: RealtimeNode

  static func read(_ path: String) throws(ExchangeFailure) -> ImportedInstance {
    let fileName = DisplayPath.name(of: path).dropLast(ExportFileName.realtimeSuffix.count)
    let source: SourceText
    do throws(InputFileError) { source = try InputFile.read(path) } catch { throw .unreadable([error.diagnostic]) }
    guard let name = ExportFileName.decoded(fileName) else {
      throw .unreadable([Diagnostic(.malformedInput, "the file is named after no instance", at: source.start)])
    }
    let result = JSONReader.read(source, JSONReader.Options(limits: ReadLimits(bytes: 512 << 20)))
    guard let node = result.node else { throw .unreadable(result.diagnostics) }
    do throws(RealtimeWriteError) { return ImportedInstance(name: name, data: try RealtimeNode(node: node)) } catch {
      let place = QuotedText.of("/" + error.property.joined(separator: "/"), limit: 200)
      throw .unreadable([
        Diagnostic(.malformedInput, "the file holds at \(place) what the Realtime Database cannot", at: source.start)
      ])
    }
  }
}
