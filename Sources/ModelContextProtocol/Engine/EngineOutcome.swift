/// How a command line ended.
package enum EngineOutcome: Hashable, Sendable {
  case finished(EngineResult)
  /// It took longer than this many seconds.
  case outOfTime(seconds: Int)
  /// It could not be started, or ended by no exit of its own.
  case failed(String)
}

/// What a command line that ended by itself has left.
package struct EngineResult: Hashable, Sendable {
  package var exitCode: Int32
  package var output: String
  package var errors: String
  /// The file of the answer; nil: there is none.
  package var answer: [UInt8]?
  /// The call's own folder, whose name is nobody's business.
  package var folder: String

  package init(exitCode: Int32, output: String, errors: String, answer: [UInt8]?, folder: String) {
    self.exitCode = exitCode
    self.output = output
    self.errors = errors
    self.answer = answer
    self.folder = folder
  }
}
