// How the page of a movie looks and behaves: its style sheet and its script.
#pragma once

namespace tensio::io {

inline constexpr const char* kMoviePageStyle = R"css(
body{margin:0 auto;max-width:60rem;padding:1rem;background:#fff;color:#16191d;font:15px/1.5 system-ui,'Helvetica Neue',Arial,sans-serif}
svg{display:block;width:100%;height:auto;cursor:pointer}
.bar{display:flex;gap:1rem;align-items:center;margin:.5rem 1.5rem}
.bar[hidden]{display:none}
.bar button{font:inherit;width:5.5rem;padding:.3rem;border:1px solid #c9ced5;border-radius:6px;background:#f3f4f6;color:inherit;cursor:pointer}
.bar input{flex:1;accent-color:#6a45e0}
@media screen and (prefers-color-scheme:dark){body{background:#0f1216;color:#eceff2}.bar button{background:#21262d;border-color:#434b56}.bar input{accent-color:#b3a1ff}}
@media print{.bar{display:none}}
)css";

// The page is whole without it: the movie then plays over and over.
inline constexpr const char* kMovieScript = R"js(
'use strict';
const svg = document.querySelector('svg'), bar = document.querySelector('.bar');
const play = bar.querySelector('button'), slider = bar.querySelector('input');
const seconds = Number(slider.max);
let playing = true;
const show = () => {
  play.textContent = playing ? 'Pause' : 'Play';
  if (playing) svg.unpauseAnimations(); else svg.pauseAnimations();
};
const toggle = () => { playing = !playing; show(); };
const follow = () => {
  if (playing) slider.value = svg.getCurrentTime() % seconds;
  requestAnimationFrame(follow);
};
play.addEventListener('click', toggle);
svg.addEventListener('click', toggle);
slider.addEventListener('input', () => { playing = false; show(); svg.setCurrentTime(Number(slider.value)); });
document.addEventListener('keydown', event => {
  if (event.key === ' ' && event.target !== play) { event.preventDefault(); toggle(); }
});
bar.hidden = !(seconds > 0);
if (matchMedia('(prefers-reduced-motion: reduce)').matches) playing = false;
show();
follow();
)js";

// The SHA-256 of that script, by which the page's policy knows it; no other one runs there.
inline constexpr const char* kMovieScriptHash = "ZvO7LDGsw8Pur3G6IefmNt+WEuDbN9jYCpJdk3ZLI1c=";

}  // namespace tensio::io
