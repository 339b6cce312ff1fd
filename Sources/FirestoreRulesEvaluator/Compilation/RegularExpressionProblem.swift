import CRE2
import FirestoreModel

/// RE2's own words for what is wrong with a pattern.
enum RegularExpressionProblem {
  static func of(_ pattern: Text) -> String {
    var utf8 = pattern.string
    return utf8.withUTF8 { bytes in
      // SAFETY: the bytes live as long as this closure, the object until it is freed here, its message as long as it.
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let handle = unsafe cre2_compile(characters.baseAddress, characters.count) else { return "not usable" }
        defer { unsafe cre2_free(handle) }
        guard let message = unsafe cre2_error(handle) else { return "not usable" }
        return unsafe String(cString: message)
      }
    }
  }
}
