import Diagnostics
import QueryScanner
import Testing

/// Whatever stands before it, a request after it is found, and found once.
@Suite("JavaScript and TypeScript syntax") struct JavaScriptSyntaxTests {
  private static let request = """
    import { collection as first, getDocs as read } from "firebase/firestore";
    export function last() { return read(first(db, "c")); }
    """

  private func found(_ code: String, _ path: String) -> [String] {
    SourceScanner.scan([SourceText(path: path, text: "\(code)\n\(Self.request)\n")]).requests.map(\.description)
  }

  @Test("TypeScript", arguments: typedCode) func typed(_ code: String) { #expect(found(code, "a.ts") == ["get c"]) }

  @Test("elements of markup", arguments: markupCode) func markup(_ code: String) {
    #expect(found(code, "a.tsx") == ["get c"])
    #expect(found(code, "a.jsx") == ["get c"])
  }

  @Test("all of them together") func together() {
    #expect(found(Self.typedCode.joined(separator: "\n"), "a.ts") == ["get c"])
    #expect(found(Self.markupCode.joined(separator: "\n"), "a.tsx") == ["get c"])
  }

  /// A request inside of a closure inside of an element inside of braces of another element.
  @Test("handlers of nested elements", arguments: handlers) func handler(_ handler: String) {
    for element in Self.elements {
      for context in Self.contexts {
        let inner = element.replacing("HANDLER", with: "{\(handler)}")
        let code = """
          import { collection, getDocs, query, where, orderBy } from "firebase/firestore";
          export const View = () => {
            const [a, set] = useState();
            return (\(context.replacing("ELEMENT", with: inner)));
          };
          """
        let requests = SourceScanner.scan([SourceText(path: "a.tsx", text: code)]).requests
        #expect(
          requests.map(\.description) == ["get c where a == 1 orderBy b"], "\(handler) in \(inner) in \(context)")
      }
    }
  }

  private static let read = "getDocs(query(collection(db, 'c'), where('a', '==', 1), orderBy('b')))"

  private static let handlers = [
    "() => \(read)", "() => { \(read); }", "async () => { const s = await \(read); set(s.docs); }",
    "function () { \(read); }", "(e: Event<Row>) => e.x < 3 && \(read)",
  ]

  private static let elements = [
    "<p onClick=HANDLER />", "<p onClick=HANDLER>x</p>", "<p onClick=HANDLER><i/>{a}</p>", "<>{<b on=HANDLER/>}</>",
    "<Table<Row, string[]> rows={[1]} onRow=HANDLER />",
    "<Form<Values> done={(x) => <i/>} on=HANDLER><b>{x}</b></Form>",
    "<List r={<b>1</b>} on=HANDLER />", "<List on=HANDLER r={cond ? <b>{1}</b> : <i/>} />",
  ]

  private static let contexts = [
    "ELEMENT", "<div>{ELEMENT}</div>", "<div>{cond && ELEMENT}</div>", "<div>{cond ? ELEMENT : null}</div>",
    "<div>{list.map((i) => ELEMENT)}</div>", "<div>{list.map((i) => (ELEMENT))}<p/></div>",
    "<FlatList renderItem={({ item }) => ELEMENT} />", "<Ctx>{(x) => { return ELEMENT }}</Ctx>",
    "<a title={`x ${f(`y ${z({})}`)}`}>{ELEMENT}</a>",
  ]

  private static let typedCode: [String] = [
    ##"""
    type A<T> = T extends (infer U)[] ? U : never;
    """##,
    ##"""
    type B = { [K in keyof Foo]?: Foo[K] extends string ? K : never }[keyof Foo];
    """##,
    ##"""
    type C = `on${Capitalize<string>}` | (new (...args: any[]) => Foo) | typeof import('x');
    """##,
    ##"""
    let v1 = a < b && c > d;
    """##,
    ##"""
    const v2 = <const T,>(x: T): x is T & { a: 1 } => true;
    """##,
    ##"""
    const v3 = async <T extends object>(x: T, ...y: [a: string, b?: number]): Promise<T | null> => ({ ...x, y });
    """##,
    ##"""
    function assertIsString(val: any): asserts val is string { if (typeof val !== "string") throw new Error(`no ${typeof val}`); }
    """##,
    ##"""
    abstract class Q<T = {}> extends (Mixin(Base) as any)<T> implements I<T>, J { static { init(); } declare x: number; readonly [Symbol.iterator] = 1; get #p(): string { return ""; } static async *gen<T>(this: Foo): AsyncGenerator<T> { yield* other<T>(); } constructor(); constructor(a?: any) { super(); } }
    """##,
    ##"""
    const re = /[/\]"'`]+(?<x>a)\/\//giu, n = 10 / 2 / 1, s = x ? /a/ : /b"/;
    """##,
    ##"""
    const o = { async *gen() {}, get a() { return 1 }, set a(v) {}, "b-c": 1, [`d${1}`]: 2, 3: 4, e, async f() {}, get: 1, set: 2, async: 3, static: 4, new: 5, await: 6, if: 7, ...g };
    """##,
    ##"""
    if (a) b(); else if (c) d()
    else { e() }
    """##,
    ##"""
    do x++; while (x < 5)
    """##,
    ##"""
    for (const [k, { v = 1 } = {}] of Object.entries(o)) if (k in o) continue; else break
    """##,
    ##"""
    for (;;) { break }
    """##,
    ##"""
    for await (const x of y) {}
    """##,
    ##"""
    label: for (var i = 0, j = 10; i < j; i++, j--) { switch (i) { case 1: case 2: { break label } default: continue } }
    """##,
    ##"""
    try { a() } catch { b() } finally { c() }
    """##,
    ##"""
    var fn = function named<T>(this: Window, a = (b, c) => b + c, { d: [e, , f] = [], ...rest }: any = {}) { return a?.[0]?.(1) ?? b!.c![0]!.d as unknown as string };
    """##,
    ##"""
    const big = 1_000n ** 2n, hex = 0xFF, str = 'it\'s', tpl = tag`a${b`c${d}`}e`;
    """##,
    ##"""
    enum E { A = 1 << 2, B = "x".length, C = A | B, 'D-E' = 5 }
    """##,
    ##"""
    declare const enum F { A }
    """##,
    ##"""
    declare function ext(a: number): void;
    """##,
    ##"""
    declare namespace NS { let x: number }
    """##,
    ##"""
    export type { Foo } from "./foo";
    """##,
    ##"""
    export * as ns from "./ns";
    """##,
    ##"""
    import type Def, { type Named } from "./t";
    """##,
    ##"""
    import json from "./x.json" with { type: "json" };
    """##,
    ##"""
    let x1 = y1 as const, x2 = <any>y2, x3 = y3!, x4 = y4 satisfies Z<A, B>;
    """##,
    ##"""
    const cond = a ? (b) : c, cond2 = a ? (b, c) => d : (e) => f, cond3 = a ? b ? c : d : e;
    """##,
    ##"""
    const f1 = (a: string): a is "x" => true, f2 = (): { a: string } => ({ a: "" }), f3 = (): (() => void) => () => {};
    """##,
    ##"""
    @Component({ selector: "x" }) class Cmp { @Input() a!: string; @Output() b = new EventEmitter<{ c: string }>(); @HostListener("window:resize", ["$event"]) on(e) {} constructor(@Inject(X) private readonly x: Y<Z>, public y = 1) {} }
    """##,
    ##"""
    let a1 = b1
    """##,
    ##"""
    const g1 = () => {}
    """##,
    ##"""
    ;(async () => { await x })()
    """##,
    ##"""
    ;[1].map(x => x)
    """##,
    ##"""
    var { a: { b: c } = {}, ...others } = require("foo"), [h, ...rest] = list
    """##,
    ##"""
    export default connect(mapState, { a })(Comp);
    """##,
    ##"""
    x = y || (y = z), w &&= 1, u ??= {}, t ||= []
    """##,
    ##"""
    if (x < 0 || y > 0) z = x<y>(1)
    """##,
    ##"""
    const gen = Array<string>(5), m = new Map<string, Array<{ a: number }>>([["a", []]]);
    """##,
    ##"""
    const el = cond && <any>foo;
    """##,
  ]

  private static let markupCode: [String] = [
    ##"""
    const A1 = () => <div className="a" data-x='b"c' onClick={() => x < 3 && y > 2}>it's {a ? <b>{c}</b> : null} & "q" {/* c */} {`t${u}`}</div>;
    """##,
    ##"""
    const B1 = <T extends object>(p: P<T>) => { return <Foo<T> {...p} render={(r) => <Bar key={r.id} x={{ a: 1 }} />} />; };
    """##,
    ##"""
    const C1 = cond ? <A /> : <B.C d:e="f" />;
    """##,
    ##"""
    const D1 = <><A/>text // not a comment {" "}</>;
    """##,
    ##"""
    const E1 = list.map((x) => <li key={x}>{x < 5 ? "<" : ">"}</li>);
    """##,
    ##"""
    const F1 = a < b; const G1 = c > d;
    """##,
    ##"""
    function H1() { return (<p>
      don't {list.length > 0 && (
        <span>{list.map(i => <i>{i}</i>)}</span>
      )}
    </p>) }
    """##,
    ##"""
    const I1 = useState<string | null>(null), J1 = foo<Bar>(baz), K1 = forwardRef<HTMLDivElement, Props>(({ a, ...p }, ref) => <div ref={ref} {...p} />);
    """##,
    ##"""
    const L1 = <style jsx>{`
      .a { color: red; content: '"'; }
    `}</style>;
    """##,
  ]
}
