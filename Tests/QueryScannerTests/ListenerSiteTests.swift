import Diagnostics
import QueryScanner
import Testing

/// Which listeners that look alike listen at the same time, and to the same values.
@Suite struct ListenerSiteTests {
  struct Case: Sendable {
    var name: String
    var language: String
    var code: String
    /// `first second` of each pair of listeners by their order in the code, with `?` where values may differ.
    var beside: [String]

    init(_ name: String, in language: String = "ts", _ code: String, _ beside: [String]) {
      self.name = name
      self.language = language
      self.code = code
      self.beside = beside
    }
  }

  private static let imports = """
    import { getFirestore, collection, doc, onSnapshot, query, where, limit } from 'firebase/firestore';
    const db = getFirestore();

    """

  static let cases = [
    Case(
      "one after the other",
      """
      function a(u, f) {
        onSnapshot(query(collection(db, 'a'), where('o', '==', u), limit(5)), f);
        onSnapshot(query(collection(db, 'a'), where('o', '==', u), limit(5)), f.g);
      }
      """, ["0 1"]),
    Case(
      "of two values",
      """
      function a(u, w, f) {
        onSnapshot(query(collection(db, 'a'), where('o', '==', u), limit(5)), f);
        onSnapshot(query(collection(db, 'a'), where('o', '==', w), limit(5)), f);
      }
      """, ["0 1 ?"]),
    Case(
      "of one variable with two values",
      """
      function a(u, f) {
        let id = u.first;
        onSnapshot(doc(db, 'a', id), f);
        id = u.second;
        onSnapshot(doc(db, 'a', id), f);
      }
      """, ["0 1 ?"]),
    Case(
      "of two variables with one name",
      """
      function a(us, ws, f) {
        us.forEach(id => onSnapshot(doc(db, 'a', id), f));
        ws.forEach(id => onSnapshot(doc(db, 'a', id), f));
        for (const id of us) { onSnapshot(doc(db, 'a', id), f); }
      }
      """, ["0 1 ?", "0 2 ?", "1 2 ?"]),
    Case(
      "of one property",
      """
      class A {
        first(f) { onSnapshot(doc(db, 'a', this.id), f); }
        second(f) { onSnapshot(doc(db, 'a', this.id), f); }
      }
      """, ["0 1"]),
    Case(
      "in both branches, and behind them",
      """
      function a(c, f) {
        if (c) { onSnapshot(doc(db, 'a/x'), f); } else { onSnapshot(doc(db, 'a/x'), f); }
        onSnapshot(doc(db, 'a/x'), f);
      }
      """, ["0 2", "1 2"]),
    Case(
      "behind a branch that returns",
      """
      function a(c, f) {
        if (c) { return onSnapshot(doc(db, 'a/x'), f); }
        return onSnapshot(doc(db, 'a/x'), f);
      }
      """, []),
    Case(
      "on both sides of a condition",
      """
      function a(c, f) { return c ? onSnapshot(doc(db, 'a/x'), f) : onSnapshot(doc(db, 'a/x'), f); }
      """, []),
    Case(
      "in the cases of a selection",
      """
      function a(k, f) {
        switch (k) {
          case 'a': onSnapshot(doc(db, 'a/x'), f);
          case 'b': onSnapshot(doc(db, 'a/x'), f); break;
          case 'c': return onSnapshot(doc(db, 'a/x'), f);
          default: break;
        }
        onSnapshot(doc(db, 'a/x'), f);
      }
      """, ["0 1", "0 3", "1 3"]),
    Case(
      "after a mistake",
      """
      function a(f) { try { onSnapshot(doc(db, 'a/x'), f); } catch (e) { onSnapshot(doc(db, 'a/x'), f); } }
      """, []),
    Case(
      "one in the place of the other",
      """
      let stop = null;
      function first(f) { stop = onSnapshot(doc(db, 'a/x'), f); }
      function second(f) { if (stop) stop(); stop = onSnapshot(doc(db, 'a/x'), f); }
      function third(f) { const stop = onSnapshot(doc(db, 'a/x'), f); return stop; }
      function fourth(f) { const stop = onSnapshot(doc(db, 'a/x'), f); return stop; }
      """, ["0 2", "0 3", "1 2", "1 3", "2 3"]),
    Case(
      "a guard, and a property that holds the listener", in: "swift",
      """
      import FirebaseFirestore
      final class A {
        let db = Firestore.firestore()
        private var listener: ListenerRegistration?
        func first(id: String?) {
          guard let id else {
            db.collection("a").limit(to: 9).addSnapshotListener { _, _ in }
            return
          }
          db.collection("a").limit(to: 9).addSnapshotListener { _, _ in }
          print(id)
        }
        func second() {
          listener?.remove()
          listener = db.collection("a").limit(to: 9).addSnapshotListener { _, _ in }
        }
        func third() { self.listener = db.collection("a").limit(to: 9).addSnapshotListener { _, _ in } }
      }
      """, ["0 2", "0 3", "1 2", "1 3"]),
    Case(
      "in fences of a document, each of which is code of its own", in: "md",
      """
      ```swift
      func a() {
        Firestore.firestore().collection("a").limit(to: 9).addSnapshotListener { _, _ in }
        Firestore.firestore().collection("a").limit(to: 9).addSnapshotListener { _, _ in }
      }
      ```

      ```kotlin
      fun a() { Firebase.firestore.collection("a").limit(9).addSnapshotListener { s, e -> } }
      ```
      """, ["0 1"]),
  ]

  @Test("listeners that look alike", arguments: cases)
  func sites(_ test: Case) {
    let text = (test.language == "ts" ? Self.imports : "") + test.code
    let requests = SourceScanner.scan([SourceText(path: "a.\(test.language)", text: text)]).requests
    let sites = requests.filter { $0.kind == .listen }.map(\.site)
    var found: [String] = []
    for (second, site) in sites.enumerated() {
      for first in 0..<second {
        guard let site, let other = sites[first], site.isBeside(other) else { continue }
        found.append("\(first) \(second)" + (site.hasValues(of: other) ? "" : " ?"))
      }
    }
    #expect(found.sorted() == test.beside)
    #expect(sites.allSatisfy { $0 != nil } && sites.count > 1)
  }

  @Test("a listener without another that looks alike has none")
  func single() {
    let text = Self.imports + "onSnapshot(doc(db, 'a/x'), f); onSnapshot(doc(db, 'a/y'), f);"
    let requests = SourceScanner.scan([SourceText(path: "a.ts", text: text)]).requests
    #expect(requests.map { $0.site == nil } == [true, true])
  }
}
