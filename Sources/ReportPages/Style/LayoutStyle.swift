/// Type, spacing, and where the parts of the page stand.
enum LayoutStyle {
  static let text = """
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
    body{margin:0;background:var(--ground);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
    h1,h2,h3,h4,h5{margin:0;line-height:1.25;font-weight:650;letter-spacing:-.01em}
    h1,.title{font-size:1.9rem;letter-spacing:-.02em}
    h2.title{font-size:1.6rem}
    .head{font-size:1.25rem}
    .variant .part>.head{font-size:1.05rem}
    .operation .head{font-size:.95rem}
    p{margin:0}
    a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:2px}
    code,.mono,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;font-size:.875em}
    code,td,th,.value,dd{unicode-bidi:isolate}
    :focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
    main:focus{outline:none}
    .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .skip{position:absolute;left:1rem;top:-4rem;padding:.5rem 1rem;background:var(--accent);color:var(--ground);z-index:2;border-radius:0 0 4px 4px}
    .skip:focus{top:0}
    .top{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.9rem 2rem;border-bottom:1px solid var(--line)}
    .brand{font-weight:650}
    .brand span{font-weight:400;color:var(--soft);margin-left:.35rem}
    button,input{font:inherit;color:inherit}
    #theme{padding:.2rem .8rem;border:1px solid var(--strong-line);border-radius:4px;background:none;font-size:.87rem;cursor:pointer}
    #theme:hover{background:var(--raised)}
    .frame{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:3rem;max-width:84rem;margin:0 auto;padding:0 2rem 5rem}
    nav{padding-top:2.4rem;font-size:.87rem;line-height:1.4}
    .contents{position:sticky;top:1.4rem;max-height:calc(100vh - 2.8rem);overflow-y:auto}
    .contents summary{display:none}
    .contents ul{list-style:none;margin:0;padding:0}
    .contents a{display:block;padding:.22rem .6rem;color:var(--soft);text-decoration:none;border-left:2px solid transparent}
    .contents a:hover{color:var(--text);border-color:var(--strong-line)}
    .contents>ul>li:has(ul)>a{color:var(--text);font-weight:600}
    main{padding-top:2.2rem;min-width:0}
    main:only-child{grid-column:1/-1}
    .report+.report{margin-top:4.5rem;padding-top:3rem;border-top:1px solid var(--strong-line)}
    .overview+.report{margin-top:3.5rem}
    .overview h1{margin-bottom:1.2rem}
    .about{margin-top:.5rem;max-width:46rem;font-size:1.02rem}
    .facts{margin-top:.45rem;color:var(--soft);font-size:.9rem}
    .part{margin-top:2.8rem}
    .part>.head{margin-bottom:.9rem}
    .variant .part>.head{margin-bottom:.7rem}
    .intro{max-width:46rem;margin:-.4rem 0 1.1rem;color:var(--soft)}
    @media (max-width:66rem){
    .frame{grid-template-columns:minmax(0,1fr);gap:0}
    nav{padding-top:1rem}
    .contents{position:static;max-height:none;border:1px solid var(--line);border-radius:6px;padding:.55rem .8rem}
    .contents summary{display:list-item;cursor:pointer;font-weight:600}
    .contents[open] summary{margin-bottom:.4rem}
    main{padding-top:1.6rem}
    }
    @media (max-width:40rem){
    .top{padding:.7rem 1rem}
    .frame{padding:0 1rem 3rem}
    h1,.title,h2.title{font-size:1.5rem}
    .part{margin-top:2.3rem}
    }

    """
}
