import Diagnostics
import QueryScanner
import Testing

@Suite("Swift syntax") struct SwiftSyntaxTests {
  @Test func dump() throws {
    let code = ##"""
    @testable import FirebaseFirestore
    import struct Foo.Bar
    import A.B
    let a = 1, (b, c): (Int, [String: Int?]) = f()
    public private(set) static var x: [Message] = [] { didSet { reload() } }
    lazy var store: Firestore = { let s = Firestore.firestore(); return s }()
    var query: Query { if flag { base.limit(to: 5) } else { base } }
    var body: some View { get async throws { list } set { apply(newValue) } }
    @FirestoreQuery(collectionPath: "messages") var messages: [Message]
    @MainActor final class Repo<T: P>: NSObject, Proto where T: X {
      static let shared = Repo()
      init?(db: Firestore = .firestore(), _ x: Int...) { self.db = db }
      subscript(i: Int) -> Query { base.limit(to: i) }
      func load<T>(of type: T.Type, with id: String, done: @escaping (Result<[T], Error>) -> Void) async throws -> [T] where T: Decodable {
        guard let uid = Auth.auth().currentUser?.uid, !ids.isEmpty, case .ok(let z) = state else { return [] }
        let q = try await db.collection("a").whereField("x", in: ids as! [String]).getDocuments() as? [String: Any]
        for await (i, doc) in snap!.documents.enumerated() where i < 3 { print(doc["x"]!, doc.data()["y"] as? Int ?? 0) }
        q.addSnapshotListener { [weak self, k = self.k] snap, error in
          guard let self else { return }
          self.x = snap?.documents.compactMap { try? $0.data(as: T.self) } ?? []
        }
        return q.map { $0.id }
      }
      deinit { l?.remove() }
    }
    enum Kind: String, CaseIterable { case a = "A", b; indirect case c(Int, x: String)
      var field: String { switch self { case .a: return "x"
        case .b, .c: "y" } }
      case d }
    switch kind { case .a where x > 3, let .c(n, s): foo(n); fallthrough
    case let y as Foo: break
    default: bar() }
    extension Collection where Element == Query { func first() -> Query? { nil } }
    protocol P { var x: Int { get set }; func f() -> Query
      associatedtype T
      func g() }
    do { try x() } catch let e as E { y() } catch { z() }
    #if DEBUG
    let u = 1
    #else
    let u = 2
    #endif
    let s = """
      ab
      \(x)
        c
      """ + #"r\n\#(y)"# + "\u{41}\n"
    foo(a: 1) { $0 } onError: { e in e }
    list.filter { $0.x < 3 }.forEach { item in batch.delete(item) }
    let k = users.map(\.name).sorted(by: <)
    let t = flag ? .a : .b
    x?.y = z
    x += 1
    while let n = it.next(), n > 0 { n() }
    repeat { f() } while a
    Task { @MainActor in await load() }
    Task { [weak self] in await self?.load() }
    db.runTransaction({ (transaction, errorPointer) -> Any? in nil }) { (object, error) in done() }
    withAnimation(.easeIn) { show = true }
    let v: Int? = if a { 1 } else { 2 }
    let f: (Int) -> Void = { _ in }
    actor Foo { }
    func == (l: A, r: A) -> Bool { l.id == r.id }
    let r = /a"b/
    Text("x")
    #if os(iOS)
      .bold()
    #endif
      .font(.body)
    [1, 2].forEach { print($0) }
    let d = ["a": 1, b: [2], .c: nil] as [String: Any]
    """##
    for line in TreeText.lines(code, "a.swift") { print(line) }
  }
}
