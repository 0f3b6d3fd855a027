// How a page of results looks and behaves: its style sheet and its script.
#pragma once

namespace tensio::io {

inline constexpr const char* kPageStyle = R"css(
:root{--paper:#fff;--ink:#1c1e21;--faint:#5d636b;--line:#d9dce0;--stripe:#f5f6f8;--good:#00704f;--bad:#b83f00;--accent:#0072b2}
@media screen and (prefers-color-scheme:dark){:root{--paper:#17191d;--ink:#e6e6e6;--faint:#a9adb3;--line:#3a3e45;--stripe:#1f2227;--good:#3fc79a;--bad:#ff9a5c;--accent:#6db8ec}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:66rem;padding:1.5rem 1.25rem 3rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,'Helvetica Neue',Arial,sans-serif}
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
.scroll{overflow:auto;max-height:30rem;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:.22rem .65rem;text-align:right;white-space:nowrap}
th.text,td.text{text-align:left}
thead th{position:sticky;top:0;background:var(--stripe);border-bottom:1px solid var(--line);font-weight:600}
thead th button{all:unset;cursor:pointer}
thead th button:focus-visible{outline:2px solid var(--accent)}
th[aria-sort=ascending] button::after{content:" \2191"}
th[aria-sort=descending] button::after{content:" \2193"}
tbody tr:nth-child(even){background:var(--stripe)}
tfoot td{border-top:1px solid var(--line);font-weight:600}
input[type=search]{font:inherit;padding:.25rem .5rem;margin:0 0 .5rem;width:18rem;max-width:100%;border:1px solid var(--line);border-radius:4px;background:var(--paper);color:var(--ink)}
summary{cursor:pointer;color:var(--accent)}
nav a{color:var(--accent);margin-right:1rem}
@media print{body{max-width:none;padding:0;font-size:10pt}.scroll{max-height:none;overflow:visible;border:0}thead th{position:static}input,nav{display:none}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}}
)css";

// Sorting by a click on a heading, and a search in the springs. The page is whole without it.
inline constexpr const char* kPageScript = R"js(
'use strict';
const worth = cell => {
  const text = cell.textContent.replace('\u2212', '-');
  return cell.className === 'text' ? text : text === '' || text === '-' ? -Infinity : Number(text);
};
document.querySelectorAll('table.sortable').forEach(table => {
  table.querySelectorAll('thead th').forEach((heading, column) => {
    heading.querySelector('button').addEventListener('click', () => {
      const down = heading.getAttribute('aria-sort') === 'ascending';
      table.querySelectorAll('thead th').forEach(other => other.removeAttribute('aria-sort'));
      heading.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const body = table.tBodies[0];
      const rows = Array.from(body.rows, row => [worth(row.cells[column]), row]);
      const order = (a, b) => typeof a === 'string' ? a.localeCompare(b) : a < b ? -1 : a > b ? 1 : 0;
      rows.sort((a, b) => (down ? -1 : 1) * order(a[0], b[0]));
      body.append(...rows.map(row => row[1]));
    });
  });
});
document.querySelectorAll('input[type=search]').forEach(box => {
  const rows = box.closest('section').querySelector('table.springs').tBodies[0].rows;
  box.hidden = false;
  box.addEventListener('input', () => {
    const wanted = box.value.trim().toLowerCase();
    for (const row of rows) {
      row.hidden = !Array.from(row.cells).some(cell => cell.textContent.toLowerCase().includes(wanted));
    }
  });
});
)js";

// The SHA-256 of that script, by which the page's policy knows it; no other one runs there.
inline constexpr const char* kPageScriptHash = "pzQezM++lJoLyuOzpTZs5V4WZ7/cxTz/YK5uaMQwsls=";

}  // namespace tensio::io
