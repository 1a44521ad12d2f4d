export type Theme = 'dark' | 'light'

/** Storage key of the choice; dark without one. */
export const THEME_KEY = 'theme'
/** Storage key of the fact that light was offered. */
export const OFFERED_KEY = 'light_offered'

/** Statement of the inline script of the page head: sets the theme. */
export const THEME_SCRIPT = `try{document.documentElement.dataset.theme=localStorage.getItem('${THEME_KEY}')==='light'?'light':'dark'}catch{}`
