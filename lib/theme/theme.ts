export type Theme = 'dark' | 'light'

/** Where the browser keeps the choice; without one, or with nonsense in it, the site is dark. */
export const THEME_KEY = 'theme'

/** Runs in the page before anything is painted, so it is text and depends on nothing. */
export const THEME_SCRIPT = `try{if(localStorage.getItem('${THEME_KEY}')==='light')document.documentElement.dataset.theme='light'}catch{}`
