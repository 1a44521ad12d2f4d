import { createStoredStore } from '#lib/browser/store.ts'
import { parseRecent, withRecent } from '#lib/search/suggestion.ts'

/** Terms of the last searches in this browser, the latest first. */
export const recentStore = createStoredStore<string[]>([], {
  key: 'recent-searches',
  parse: parseRecent,
  format: (terms) => (terms.length === 0 ? null : JSON.stringify(terms)),
})

export const rememberTerm = (term: string) => recentStore.set(withRecent(recentStore.get(), term))

export const forgetRecent = () => recentStore.set([])
