/// On paper: no controls, nothing cut. What is folded is not printed: unfold what the paper is to show.
enum PrintStyle {
  static let text = """
    @media print{
    @page{margin:10mm 12mm}
    body{font-size:8.5pt;line-height:1.35}
    .figures{margin-bottom:0}
    .chart{margin-bottom:.6rem}
    .tile .value{font-size:1.1rem}
    .facts,.about{margin-top:.25rem}
    .overview~.report .strip,.overview~.report [id$="-compare-figure"],.codes{display:none}
    .part:has(>details.folded:not([open])){display:none}
    .on-paper{display:block;margin-top:.8rem;color:var(--soft)}
    .notes{columns:2;column-gap:1.5rem}
    .top,nav,.filter,.skip{display:none!important}
    .frame{display:block;max-width:none;padding:0}
    details:not([open]){display:none}
    details>summary{list-style:none}
    .variant>summary::before,thead button::after{display:none!important}
    .fold>summary{display:none}
    .part{margin-top:1.1rem}
    .part>.head{margin-bottom:.4rem}
    .strip{margin:.7rem 0 0;padding:.5rem 0;gap:.6rem 1.2rem}
    .report+.report,.overview+.report{margin-top:1.6rem;padding-top:1rem}
    .story,.story p:first-child{font-size:1.05rem}
    .finding{padding:.35rem 0}
    .scroll,.plan,.listing pre{overflow:visible!important}
    .src{min-width:0;white-space:pre-wrap}
    table{font-size:7.5pt;table-layout:auto}
    th,td{padding-right:.5rem;white-space:normal!important;overflow-wrap:anywhere;min-width:0!important}
    thead th,.num{overflow-wrap:normal}
    .place,.place a{white-space:normal;font-size:inherit}
    .badge{overflow-wrap:normal}
    .figures{display:block}
    .chart svg,.chart .legend{max-width:11.5cm}
    .data table{font-size:5pt;width:auto;max-width:100%}
    .data th,.data td{padding-right:.25rem}
    .data .num{white-space:normal;overflow-wrap:anywhere}
    caption{font-size:8pt}
    .badge{font-size:7pt;white-space:normal}
    .chart svg,.operation,.finding,tr,.strip{break-inside:avoid}
    thead{display:table-header-group;break-after:avoid}
    tbody tr:first-child{break-before:avoid}
    .title,.story,.about{break-after:avoid}
    h1,h2,h3,h4,h5,caption,summary{break-after:avoid}
    a{color:inherit;text-decoration:none}
    *{-webkit-print-color-adjust:exact;print-color-adjust:exact}
    }

    """
}
