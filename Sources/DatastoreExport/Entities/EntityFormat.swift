package import FirestoreModel

// A document is an entity of Datastore, in the oldest of its encodings (`EntityProto`):
//
//   entity         13 key, 14 property (indexed), 15 property (not indexed), 16 path of its first ancestor
//   key            13 app, 14 path, 20 namespace, 23 database
//   path           group 1: 2 collection, 3 number, 4 name
//   property       1 meaning, 3 name, 4 whether it is one of several of this name, 5 value
//   value          1 integer, 2 boolean, 3 text or bytes, 4 double, group 5: a point, group 8: a user,
//                  group 12: 13 app, 20 namespace, 23 database, group 14: 15 collection, 16 number, 17 name
//
// An array is as many properties of one name; a map is an entity without a key, as bytes. The times of documents are
// nowhere.

enum EntityFormat {
  /// What a value means beyond its type.
  enum Meaning: UInt64 {
    case timestamp = 7
    case point = 9
    case bytes = 14
    case text = 15
    case shortBytes = 16
    case entity = 19
    case emptyArray = 24
  }

  /// Kinds of texts that Datastore tells apart: links, addresses, telephone numbers.
  static let textMeanings: Set<UInt64> = [1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 17]
}

/// One document of an export.
package struct ExportedEntity {
  /// Whose it was: an app's id without the prefix that says where it is served.
  package var project: String
  /// Nil: the only database of its time.
  package var database: String?
  package var document: Document
}
