export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** Where the browser keeps the choice; without one, or with nonsense in it, the site is dark. */
export const THEME_KEY = 'theme'

/** The theme of a stored text. */
export function parseTheme(stored: string | null): Theme {
  return stored === 'light' ? 'light' : 'dark'
}

/** Runs in the page before anything is painted, so it is text and depends on nothing. */
export const THEME_SCRIPT = `try{if(localStorage.getItem('${THEME_KEY}')==='light')document.documentElement.dataset.theme='light'}catch{}`
