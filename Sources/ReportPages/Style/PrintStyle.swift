/// On paper: no controls, everything unfolded, nothing cut.
enum PrintStyle {
  static let text = """
    @media print{
    @page{margin:14mm}
    body{font-size:10pt}
    .top,nav,.filter,.skip{display:none!important}
    .frame{display:block;max-width:none;padding:0}
    details::details-content{content-visibility:visible!important;display:block;block-size:auto!important;opacity:1}
    details>summary{list-style:none}
    .variant>summary::before,thead button::after{display:none!important}
    .data>summary,.fold>summary{display:none}
    .scroll,.plan,.listing pre{overflow:visible!important}
    .src{min-width:0;white-space:pre-wrap}
    table{font-size:7.5pt;table-layout:auto}
    th,td{padding-right:.5rem;white-space:normal!important;overflow-wrap:anywhere;min-width:0!important}
    thead th,.num{overflow-wrap:normal}
    .place,.place a{white-space:normal;font-size:inherit}
    .badge{overflow-wrap:normal}
    .figures{display:block}
    .chart{margin-bottom:1.2rem}
    .chart svg,.chart .legend{max-width:11.5cm}
    .data table{font-size:5pt;width:auto;max-width:100%}
    .data th,.data td{padding-right:.25rem}
    .data .num{white-space:normal;overflow-wrap:anywhere}
    caption{font-size:8pt}
    .badge{font-size:7pt;white-space:normal}
    .chart svg,.operation,.finding,tr,.strip{break-inside:avoid}
    thead{display:table-header-group}
    h1,h2,h3,h4,h5,caption,summary{break-after:avoid}
    a{color:inherit;text-decoration:none}
    *{-webkit-print-color-adjust:exact;print-color-adjust:exact}
    }

    """
}
