/** Time for which home shows a strip, in milliseconds. */
export const TURN_MS = 7000

/**
 * Part of the inline script of the page head: shows the strips of home in turn (app/[locale]/home/(public)/index/page.tsx). A timer
 * instead of an endless animation in the style sheet, for which a browser computes styles in every frame. They stay while one
 * is pointed at or has the focus, after “Pause”, with reduced motion, and in a tab that is not seen.
 */
export const TURN_STRIPS_SCRIPT =
  `;setInterval(()=>{var s=document.querySelector('.hero-strips');` +
  `if(s&&!document.hidden&&!s.matches(':hover,:has(:focus-visible),:has(:checked)')&&!matchMedia('(prefers-reduced-motion:reduce)').matches)` +
  `s.dataset.shown=(+(s.dataset.shown||0)+1)%s.dataset.count},${TURN_MS})`
