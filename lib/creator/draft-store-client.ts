import { storedKeys, writeText } from '#lib/browser/storage.ts'

/*
 * Storage keys of drafts: one entry per account, form and slot. A form that is open in several tabs has
 * one slot for each.
 */

const PREFIX = 'draft:'
/** From releases whose drafts belonged to no account. */
const UNOWNED_PREFIX = 'draft-'

const accountPrefix = (uid: string) => `${PREFIX}${encodeURIComponent(uid)}:`
export const draftKey = (uid: string, form: string, slot: number) =>
  `${accountPrefix(uid)}${form}:${slot}`

const remove = (prefix: string) => {
  for (const key of storedKeys(prefix)) writeText(key, null)
}

/** How many drafts of an account this browser keeps. */
export const countDrafts = (uid: string): number => storedKeys(accountPrefix(uid)).length

export const removeDrafts = (uid: string): void => remove(accountPrefix(uid))

export const removeUnownedDrafts = (): void => remove(UNOWNED_PREFIX)
