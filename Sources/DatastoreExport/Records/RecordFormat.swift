// Records of any length in blocks of 32 KiB, the format of LevelDB's logs. A record that does not fit into the rest of its
// block is cut into fragments. Before each fragment:
//
//   4 bytes  masked checksum of the type and the content, little-endian
//   2 bytes  length of the content
//   1 byte   type
//
// Where fewer bytes than those seven are left in a block, they are zero.

enum RecordFormat {
  static let blockSize = 32_768
  static let headerSize = 7

  enum FragmentType: UInt8 {
    case whole = 1
    case first, middle, last
  }
}
