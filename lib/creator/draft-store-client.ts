import { storedKeys, writeText } from '#lib/browser/storage.ts'

/*
 * Drafts of release 0.1 in the browser's storage, by account, form and tab. A form sends them to the server
 * (draft-client.ts).
 */

/** From releases whose drafts belonged to no account. */
const UNOWNED_PREFIX = 'draft-'

const accountPrefix = (uid: string) => `draft:${encodeURIComponent(uid)}:`
/** Without the number of the tab. */
export const localDraftKey = (uid: string, form: string) => `${accountPrefix(uid)}${form}`

const remove = (prefix: string) => {
  for (const key of storedKeys(prefix)) writeText(key, null)
}

export const removeDrafts = (uid: string): void => remove(accountPrefix(uid))

export const removeUnownedDrafts = (): void => remove(UNOWNED_PREFIX)
