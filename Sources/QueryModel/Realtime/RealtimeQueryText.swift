import FirestoreModel

extension RealtimeQuery: CustomStringConvertible {
  /// `messages/? orderByChild=timestamp&endAt=?&limitToLast=50`: the location, then the options in the words of the
  /// SDKs, then what a listener waits for if that is not the value.
  package var description: String {
    let path = location.segments.isEmpty ? "/" : location.description
    let name = DatabaseName(project: "p")
    var options: [String] = []
    switch ordering {
    case nil: break
    case .key: options.append("orderByKey")
    case .value: options.append("orderByValue")
    case .priority: options.append("orderByPriority")
    case .child(let child): options.append("orderByChild=\(child)")
    }
    for bound in bounds {
      options.append("\(bound.kind.rawValue)=\(bound.value.text(database: name))\(bound.hasKey ? ",?" : "")")
    }
    switch limit {
    case nil: break
    case .first(let count): options.append("limitToFirst=\(count.map(String.init) ?? "?")")
    case .last(let count): options.append("limitToLast=\(count.map(String.init) ?? "?")")
    }
    let query = options.isEmpty ? path : "\(path) \(options.joined(separator: "&"))"
    guard let event, event != .value else { return query }
    return "\(query) on \(event.rawValue)"
  }
}
