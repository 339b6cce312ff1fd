import Diagnostics
import JSONRPC
package import StructuredText

extension EngineResult {
  /// The answer as values; nil where the command left none.
  package var content: JSONValue? {
    guard let answer else { return nil }
    let text = String(decoding: answer, as: UTF8.self).replacing(folder + "/", with: "")
    return JSONReader.read(SourceText(path: EngineCall.answerFile, text: text)).node.map(JSONValue.init)
  }

  /// Standard output, with the call's own files named as the call named them.
  package var text: String { output.replacing(folder + "/", with: "") }

  package var notes: String { errors.replacing(folder + "/", with: "") }

  /// The command has done what it was asked for: with findings, if it found some.
  package var isDone: Bool { exitCode == 0 || exitCode == 1 }

  /// What the command said instead of an answer.
  var refusal: ToolAnswer {
    let said = [text, notes].filter { !$0.isEmpty }.joined(separator: "\n")
    return .refused(said.isEmpty ? "the command ended with exit code \(exitCode)" : said)
  }
}
