import Diagnostics
import RulesLanguage
import Foundation
import Testing
import FirebreakTestSupport

@testable import RulesChecker

@Suite("trial") struct SecurityTrial {
  @Test func all() throws {
    let dir = "/tmp/lint2-trial"
    for file in (try FileManager.default.contentsOfDirectory(atPath: dir)).sorted().map({ String($0.dropLast(6)) }) {
      guard let text = try? String(contentsOfFile: "\(dir)/\(file).rules", encoding: .utf8) else { continue }
      let rules = MarkedRules(text)
      print("=== \(file)")
      for f in rules.findings() {
        print("\(f.location?.position.line ?? 0):\(f.location?.position.column ?? 0) \(f.code.id) \(f.severity) \(f.message) | \(f.notes) | \(f.help ?? "")")
      }
    }
  }
}
