/// Tables: quiet lines, figures in columns, their own scrolling where the page is narrow.
enum TableStyle {
  static let text = """
    .scroll{overflow-x:auto;margin:1.1rem 0 0}
    .head+.scroll{margin-top:0}
    .scroll+.scroll,.scroll+.filter{margin-top:2rem}
    table{border-collapse:collapse;width:100%;font-size:.87rem;line-height:1.45}
    caption{text-align:left;color:var(--soft);padding:0 0 .45rem;font-size:.87rem}
    th,td{padding:.42rem .9rem .42rem 0;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--line)}
    thead th{color:var(--soft);font-weight:500;white-space:nowrap;border-bottom-color:var(--strong-line)}
    tbody th{font-weight:600}
    .num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    @media screen and (min-width:66.1rem){table:has(thead th:nth-child(10)){font-size:.8rem}table:has(thead th:nth-child(10)) :is(th,td){padding-right:.55rem}}
    .place,.place a{white-space:nowrap;font-size:.87rem}
    td.place{color:var(--soft)}
    td.mono{color:var(--soft)}
    .wide{min-width:13rem}
    .long{min-width:11rem}
    th.mono{font-weight:400}
    tr.unsound>*{color:var(--bad)}
    .short{white-space:nowrap}
    .name{min-width:7rem;max-width:24rem}
    tfoot>tr>*{border-bottom:0;font-weight:600}
    tr[hidden]{display:none}
    thead button{all:unset;cursor:pointer;font:inherit;color:inherit;position:relative}
    thead button:hover{color:var(--text)}
    thead button:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
    thead button::after{content:"";position:absolute;left:calc(100% + .2rem);top:.45em;border:4px solid transparent;border-bottom-width:0;border-top-color:currentColor;visibility:hidden}
    [aria-sort] button{color:var(--text);font-weight:600}
    [aria-sort] button::after{visibility:visible}
    [aria-sort=ascending] button::after{transform:rotate(180deg)}
    .filter{display:flex;align-items:center;gap:.8rem;margin-top:1.1rem;font-size:.87rem;color:var(--soft)}
    .filter+.scroll{margin-top:.6rem}
    .filter input{width:14rem;max-width:100%;padding:.28rem .6rem;border:1px solid var(--strong-line);border-radius:4px;background:var(--ground)}
    .badge{display:inline-block;padding:0 .5rem;border-radius:3px;font-size:.78rem;font-weight:600;line-height:1.5;white-space:nowrap;background:var(--raised);color:var(--soft)}
    th .badge{margin-left:.4rem}
    @media screen and (max-width:480px){
    .cards,.cards caption,.cards tbody,.cards tfoot,.cards tr,.cards tbody>tr>*,.cards tfoot>tr>*{display:block}
    .cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .cards tr{padding:.5rem 0;border-bottom:1px solid var(--line)}
    .cards tr[hidden]{display:none}
    .cards tr>*{padding:.1rem 0;border:0;text-align:left;min-width:0;max-width:none;white-space:normal;overflow-wrap:anywhere}
    .cards tr>[data-l]{display:flex;justify-content:space-between;gap:1rem}
    .cards tr>[data-l]::before{content:attr(data-l);flex:none;color:var(--soft);font-weight:400}
    }
    .badge.good{background:var(--good-ground);color:var(--good)}
    .badge.warn{background:var(--warn-ground);color:var(--warn)}
    .badge.bad{background:var(--bad-ground);color:var(--bad)}

    """
}
