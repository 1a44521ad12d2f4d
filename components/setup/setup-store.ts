import { createStoredStore, type Store } from '#lib/browser/store.ts'
import { formatSetup, parseStoredSetup, type Setup, SETUP_EVENT, SETUP_KEY } from './setup.ts'

const stored = createStoredStore<Setup | null>(null, {
  key: SETUP_KEY,
  parse: parseStoredSetup,
  format: formatSetup,
})

/** The setup that the browser remembers. The badges of the page follow it (islands/fit-badges.ts). */
export const setupStore: Store<Setup | null> = {
  ...stored,
  set(setup) {
    stored.set(setup)
    dispatchEvent(new CustomEvent(SETUP_EVENT, { detail: formatSetup(setup) }))
  },
}
