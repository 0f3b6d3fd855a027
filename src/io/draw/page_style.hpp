// How a page of results looks, on screens and on paper: its style sheet.
#pragma once

namespace tensio::io {

inline constexpr const char* kPageStyle = R"css(
:root{--paper:#fff;--ink:#1c1e21;--faint:#5d636b;--line:#d9dce0;--stripe:#f5f6f8;--good:#00704f;--bad:#b83f00;--accent:#0072b2}
@media screen and (prefers-color-scheme:dark){:root{--paper:#17191d;--ink:#e6e6e6;--faint:#a9adb3;--line:#3a3e45;--stripe:#1f2227;--good:#3fc79a;--bad:#ff9a5c;--accent:#6db8ec}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:80rem;padding:1.5rem 1.25rem 3rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,'Helvetica Neue',Arial,sans-serif}
h1{font-size:1.6rem;line-height:1.25;margin:.2rem 0 .5rem}
h2{font-size:1.3rem;margin:2.2rem 0 .6rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
h3{font-size:1.05rem;margin:1.6rem 0 .5rem}
p{margin:.4rem 0}
.faint,caption,figcaption{color:var(--faint)}
.pre{white-space:pre-line;overflow-wrap:anywhere}
.good{color:var(--good)}.bad{color:var(--bad)}
.verdict{font-size:1.15rem;font-weight:600}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1.2rem;margin:.6rem 0}
dt{color:var(--faint)}dd{margin:0;overflow-wrap:anywhere}
figure{margin:1rem 0}
.tensio-net,.tensio-curve{display:block;max-width:100%;height:auto}
.tensio-net{border:1px solid var(--line);border-radius:6px}
.tensio-curve text{fill:var(--faint)}
.tensio-curve .grid{stroke:var(--line)}
.tensio-curve .limit{stroke:var(--good);stroke-dasharray:5 4}
.tensio-curve .curve{fill:none;stroke:var(--accent);stroke-width:1.8}
.tensio-curve circle{fill:var(--accent)}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:.22rem .65rem;text-align:right;vertical-align:top}
th{overflow-wrap:break-word}td:not(.text){white-space:nowrap}
.over{color:var(--bad);font-weight:600}
th.text,td.text{text-align:left}
thead th{background:var(--stripe);border-bottom:1px solid var(--line);font-weight:600}
tbody tr:nth-child(even){background:var(--stripe)}
tfoot td{border-top:1px solid var(--line);font-weight:600}
summary{cursor:pointer;color:var(--accent)}
nav a{color:var(--accent);margin-right:1rem}
@media screen and (max-width:1150px){table{font-size:.8rem}th,td{padding:.22rem .35rem}}
@media print{@page{size:A4;margin:14mm 12mm}body{max-width:none;padding:0;font-size:9.5pt}.scroll{overflow:visible;border:0}table{font-size:7.5pt}th,td{padding:.12rem .3rem}thead{display:table-header-group}nav,details{display:none}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}section{break-before:page}}
)css";

}  // namespace tensio::io
