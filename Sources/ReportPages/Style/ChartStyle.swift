/// Charts and plan pictures. Colours come from the theme, so that one drawing serves both.
enum ChartStyle {
  static let text = """
    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:2.2rem 2.6rem;margin-bottom:.4rem}
    .chart{margin:0;min-width:0;max-width:30rem}
    .chart svg{display:block;width:100%;height:auto}
    figcaption{font-weight:600;font-size:.92rem;margin-bottom:.8rem}
    .data{margin-top:.7rem;font-size:.87rem}
    .data>summary{color:var(--soft);width:max-content}
    svg text{fill:var(--text);font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums}
    svg .tick{fill:var(--soft);font-size:11px}
    svg .figure{fill:var(--soft)}
    .grid{stroke:var(--line)}
    .axis{stroke:var(--strong-line)}
    .track{fill:var(--track)}
    .cold{fill:var(--track)}
    .heat{fill:var(--heat)}
    rect.s1,.swatch.s1{fill:var(--s1);background:var(--s1)}
    rect.s2,.swatch.s2{fill:var(--s2);background:var(--s2)}
    rect.s3,.swatch.s3{fill:var(--s3);background:var(--s3)}
    rect.s4,.swatch.s4{fill:var(--s4);background:var(--s4)}
    rect.s5,.swatch.s5{fill:var(--s5);background:var(--s5)}
    rect.s6,.swatch.s6{fill:var(--s6);background:var(--s6)}
    rect.s7,.swatch.s7{fill:var(--s7);background:var(--s7)}
    rect.s8,.swatch.s8{fill:var(--s8);background:var(--s8)}
    rect.warn,.swatch.warn{fill:var(--warn-mark);background:var(--warn-mark)}
    rect.bad,.swatch.bad{fill:var(--bad);background:var(--bad)}
    .line-s2{stroke:var(--s2);--dot:var(--s2)}
    .line-s4{stroke:var(--s4);--dot:var(--s4);stroke-dasharray:5 3}
    .line-s1{stroke:var(--s1);--dot:var(--s1)}
    .line-s3{stroke:var(--s3);--dot:var(--s3)}
    .line-s6{stroke:var(--s6);--dot:var(--s6)}
    .line-s7{stroke:var(--s7);--dot:var(--s7)}
    .line-s8{stroke:var(--s8);--dot:var(--s8)}
    .line-s5{stroke:var(--s5);--dot:var(--s5)}
    .line-bad{stroke:var(--bad);--dot:var(--bad)}
    path.line{fill:none;stroke-width:2;stroke-linejoin:round}
    path.line-s5{stroke-width:1}
    .dot{fill:var(--dot);stroke:none}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;margin:.6rem 0 0;padding:0;font-size:.84rem;color:var(--soft)}
    .swatch{display:inline-block;width:.7em;height:.7em;border-radius:2px;margin-right:.4em}
    .plan svg{display:block;height:auto;width:auto}
    .box{fill:var(--raised);stroke:var(--strong-line)}
    svg .box-title{font-weight:600;font-size:12px}
    svg .box-line{fill:var(--soft);font:11px ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}
    @media (max-width:40rem){svg text{font-size:14px}svg .tick{font-size:13px}}
    .arrow{stroke:var(--soft)}

    """
}
