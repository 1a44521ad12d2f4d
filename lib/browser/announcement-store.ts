import { createStore } from './store.ts'

/** Time for which an announcement stays in the live region, in milliseconds. */
const KEPT_MS = 10_000

export type Announcement = { text: string; id: number }

/** Recent announcements, oldest first. Several at once are all read: none replaces another. */
export const announcementStore = createStore<readonly Announcement[]>({ initial: [] })

let lastId = 0

/** Lets assistive technology read a text politely: what changed outside of the focus. */
export function announce(text: string): void {
  lastId += 1
  const id = lastId
  announcementStore.set([...announcementStore.get(), { text, id }])
  setTimeout(() => {
    announcementStore.set(announcementStore.get().filter((entry) => entry.id !== id))
  }, KEPT_MS)
}
