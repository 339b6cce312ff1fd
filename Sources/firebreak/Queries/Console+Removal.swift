import FoundationEssentials
import Terminal

extension Console {
  func removeFile(_ path: String) throws(EnvironmentFailure) {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw EnvironmentFailure(message: "cannot remove `\(path)`")
    }
  }
}
