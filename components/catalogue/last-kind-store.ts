import { createStoredStore } from '#lib/browser/store.ts'
import { KINDS } from '#lib/contract/kind.ts'

/** The kind of the list that this browser viewed last; `null` before the first one. */
export const lastKindStore = createStoredStore<string | null>(null, {
  key: 'sideBarProjectType',
  parse: (text) => KINDS.find((kind) => kind === text) ?? null,
  format: (kind) => kind,
})
