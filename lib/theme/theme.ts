/** Storage key of the choice; dark without one. */
const THEME_KEY = 'theme'
/** Storage key of the fact that light was offered. */
const OFFERED_KEY = 'light_offered'

/**
 * Statement of the inline script of the page head: sets the theme. A visitor whose system prefers light, and who has chosen neither
 * theme, is offered light once: without storage, the offer would come again on every page. Forced colours replace both themes. The
 * offer is there with the first paint, so that nothing moves.
 */
export const THEME_SCRIPT = `try{((s,d)=>{d.theme=s.${THEME_KEY}==='light'?'light':'dark';if(!s.${THEME_KEY}&&!s.${OFFERED_KEY}&&!document.prerendering&&matchMedia('(prefers-color-scheme:light) and (forced-colors:none)').matches){s.${OFFERED_KEY}=1;d.lightOffer=''}})(localStorage,document.documentElement.dataset)}catch{}`

/**
 * Inline script of the page head: a button in `data-theme-switch` changes the theme and stores the choice, also before
 * the scripts of the page run. It answers the offer of the light theme, as do `data-keep-theme` and Escape. A focus in the offer goes to
 * the content, as by the link that skips the header.
 */
export const THEME_SWITCH_SCRIPT = `;(d=>{function close(){var f=document.activeElement;delete d.lightOffer;if(f?.closest('.light-offer'))document.getElementById('content').focus()}addEventListener('keydown',e=>{if(e.key==='Escape')close()});addEventListener('click',e=>{var b=e.target.closest?.('[data-theme-switch],[data-keep-theme]');if(!b)return;if(!b.matches('[data-keep-theme]')){d.theme=d.theme==='light'?'dark':'light';try{localStorage.${THEME_KEY}=d.theme}catch{}}close()})})(document.documentElement.dataset)`
