export type Theme = 'dark' | 'light'

/** Storage key of the choice; dark without one. */
export const THEME_KEY = 'theme'
/** Storage key of the fact that light was offered. */
export const OFFERED_KEY = 'light_offered'

/** Inline script of the page head, before the first paint. */
export const THEME_SCRIPT = `try{if(localStorage.getItem('${THEME_KEY}')==='light')document.documentElement.dataset.theme='light'}catch{}`
