/// The verdict strip, variants, operations, findings, facts and sources.
enum PartStyle {
  static let text = """
    .story{margin-top:.7rem;max-width:52rem;font-size:1.12rem}
    .story p:first-child{font-size:1.3rem;font-weight:650;letter-spacing:-.01em}
    .story code{font-size:.92em}
    .overview .story{margin-bottom:1.8rem}
    .part:has(>.folded:not([open])){margin-top:1.2rem}
    .folded>summary{list-style:none;display:flex;align-items:baseline;gap:.6rem}
    .folded>summary::-webkit-details-marker{display:none}
    .folded>summary::before{content:"";border:5px solid transparent;border-left-color:var(--soft);border-right-width:0;align-self:center}
    .folded[open]>summary::before{transform:rotate(90deg)}
    .folded[open]>summary{margin-bottom:.9rem}
    .strip{list-style:none;display:grid;grid-template-columns:repeat(auto-fit,minmax(7.25rem,1fr));gap:1.4rem 1.75rem;margin:1.8rem 0 0;padding:1.3rem 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
    .tile{display:flex;flex-direction:column;min-width:0}
    .tile .label{font-size:.8rem;color:var(--soft)}
    .tile .value{font-size:1.45rem;font-weight:650;letter-spacing:-.02em;line-height:1.3;font-variant-numeric:tabular-nums}
    .tile .note{font-size:.8rem;color:var(--soft)}
    .tile.good .value{color:var(--good)}
    .tile.bad .value{color:var(--bad)}
    .tile.warn .value{color:var(--warn)}
    .failure{margin:0 0 2rem;padding:1rem 1.2rem;border-left:3px solid var(--bad);background:var(--bad-ground);overflow-wrap:anywhere}
    .failure p{margin:0;font-weight:600}
    .failure ul{margin:.5rem 0 0;padding-left:1.1rem}
    summary{cursor:pointer}
    .variant{margin-top:2.8rem;border-top:1px solid var(--strong-line);padding-top:1.1rem}
    .variant+.variant{margin-top:1.1rem}
    .variant[open]+.variant{margin-top:2.8rem}
    .variant>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .8rem;list-style:none}
    .variant>summary::-webkit-details-marker{display:none}
    .variant>summary::before{content:"";width:0;height:0;border:5px solid transparent;border-left-color:var(--soft);border-right-width:0;align-self:center;transition:none}
    .variant[open]>summary::before{transform:rotate(90deg)}
    .variant>summary .line{margin-left:auto;color:var(--soft);font-size:.87rem;font-variant-numeric:tabular-nums}
    .variant .part{margin-top:2rem}
    .operation{padding:1rem 0;border-bottom:1px solid var(--line)}
    .operation:first-of-type{padding-top:0}
    .operation-head{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:.1rem 1rem}
    .shape{margin-top:.25rem;color:var(--soft);overflow-wrap:anywhere}
    dl{margin:0}
    dt{font-size:.8rem;color:var(--soft)}
    dd{margin:0;font-variant-numeric:tabular-nums}
    .figures-line{display:flex;flex-wrap:wrap;gap:.4rem 2rem;margin-top:.6rem;font-size:.92rem}
    .plan{overflow-x:auto;margin-top:.8rem}
    .facts-list{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.9rem 2rem}
    .findings{list-style:none;margin:0;padding:0}
    .finding{padding:.9rem 0;border-bottom:1px solid var(--line)}
    .finding:first-child{padding-top:0}
    .finding-head{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .7rem;font-size:.87rem}
    .finding-head .code{color:var(--soft)}
    .finding-head .place{margin-left:auto}
    .message{margin-top:.3rem;max-width:52rem}
    .remark,.help,.edit{margin-top:.25rem;font-size:.9rem;max-width:52rem}
    .remark{color:var(--soft)}
    .help b{font-weight:600;margin-right:.2rem}
    .edit{overflow-wrap:anywhere}
    .edit .place{color:var(--soft);margin-right:.6rem}
    .meaning{margin-top:.3rem;font-size:.9rem}
    .meaning>summary{width:max-content;max-width:100%}
    .codes{margin-top:3.5rem;padding-top:1.5rem;border-top:1px solid var(--strong-line)}
    .on-paper{display:none}
    .fold,.listing{margin-top:1rem}
    .fold>summary,.listing>summary{color:var(--soft);font-size:.92rem}
    .fold>.findings{margin-top:.9rem}
    .notes{margin:1.1rem 0 0;padding-left:1.1rem;color:var(--soft);font-size:.9rem}
    .notes li+li{margin-top:.2rem}
    .listing pre{margin:.6rem 0 0;padding:.7rem 0;background:var(--raised);border-radius:6px;overflow-x:auto;line-height:1.6}
    .src,.gap{display:block;padding:0 1rem;min-width:max-content}
    .src .no{display:inline-block;width:3rem;padding-right:1rem;text-align:right;color:var(--soft);user-select:none}
    .src.named{background:var(--accent-ground)}
    .src:target{box-shadow:inset 3px 0 var(--accent)}
    .gap{color:var(--soft);padding-left:3rem}
    @media (max-width:40rem){.variant>summary .line{margin-left:0;width:100%}.finding-head .place{margin-left:0}.filter input{width:100%}}

    """
}
