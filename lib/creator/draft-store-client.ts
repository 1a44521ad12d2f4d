/*
 * Where drafts are in the browser's storage: one entry per account, form and slot. A form that is open
 * in several tabs has a slot for each.
 */

const PREFIX = 'draft:'
/** From before drafts belonged to an account: nobody knows whose they are. */
const UNOWNED = /^draft-/

const ofAccount = (uid: string) => `${PREFIX}${encodeURIComponent(uid)}:`
export const draftKey = (uid: string, place: string, slot: number) =>
  `${ofAccount(uid)}${place}:${slot}`

function keys(isWanted: (key: string) => boolean): string[] {
  try {
    return Object.keys(localStorage).filter(isWanted)
  } catch {
    return []
  }
}

function remove(wanted: string[]): void {
  try {
    for (const key of wanted) localStorage.removeItem(key)
  } catch {
    // Storage is forbidden: then there is nothing in it.
  }
}

/** How many drafts of an account this browser keeps. */
export const countDrafts = (uid: string): number =>
  keys((key) => key.startsWith(ofAccount(uid))).length

export const removeDrafts = (uid: string): void =>
  remove(keys((key) => key.startsWith(ofAccount(uid))))

export const removeUnownedDrafts = (): void => remove(keys((key) => UNOWNED.test(key)))
