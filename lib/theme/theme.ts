/** Storage key of the choice; dark without one. */
export const THEME_KEY = 'theme'
/** Storage key of the fact that light was offered. */
export const OFFERED_KEY = 'light_offered'

/** Statement of the inline script of the page head: sets the theme. */
export const THEME_SCRIPT = `try{document.documentElement.dataset.theme=localStorage.getItem('${THEME_KEY}')==='light'?'light':'dark'}catch{}`

/**
 * Inline script of the page head: a button in `data-theme-switch` changes the theme and stores the choice, also before
 * the scripts of the page run.
 */
export const THEME_SWITCH_SCRIPT = `;addEventListener('click',function(e){if(!(e.target instanceof Element&&e.target.closest('[data-theme-switch]')))return;var d=document.documentElement.dataset;d.theme=d.theme==='light'?'dark':'light';try{localStorage.setItem('${THEME_KEY}',d.theme)}catch{}})`
