internal import CNettle

/// The message digests that the services and their clients use: MD5 for the names in Bloom filters, SHA-1 for the states
/// of a Realtime Database, and MD5 and SHA-256 for `hashing` in rules. None of them is there to keep a secret.
package enum Digest: Hashable, Sendable {
  case md5, sha1, sha256

  package func of(_ bytes: [UInt8]) -> [UInt8] {
    // SAFETY: each function reads `count` bytes and writes as many as its digest is long.
    unsafe [UInt8](unsafeUninitializedCapacity: size) { digest, initializedCount in
      let target = digest.baseAddress
      unsafe bytes.withUnsafeBufferPointer { source in
        switch self {
        case .md5: unsafe firebreak_md5(source.baseAddress, source.count, target)
        case .sha1: unsafe firebreak_sha1(source.baseAddress, source.count, target)
        case .sha256: unsafe firebreak_sha256(source.baseAddress, source.count, target)
        }
      }
      initializedCount = size
    }
  }

  private var size: Int {
    switch self {
    case .md5: 16
    case .sha1: 20
    case .sha256: 32
    }
  }
}
