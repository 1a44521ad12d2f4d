import { capitalise } from './capitalise.ts'
import { createStore } from './store.ts'
import { type MessageContent, readMessages, writeMessages } from './stored-messages.ts'

/** Time after which a message hides (docs/behaviour.md#toasts), in milliseconds. */
const TIMEOUT_MS = 3000
/** The shortest rest of that time that the next page shows a message for, in milliseconds. */
const REST_MIN_MS = 1000
/** Number of messages that can be read again (docs/behaviour.md#toasts). */
const RECENT_MAX = 5

export type ShownMessage = MessageContent & { id: number }

/** The global message that the toast shows. */
export const messageStore = createStore<ShownMessage | null>({ initial: null })

/** The last messages of this tab, newest first, shown or hidden. */
export const recentMessageStore = createStore<readonly ShownMessage[]>({ initial: [] })

let lastId = 0
/** Since when this message can be seen, in milliseconds of the page. */
let seen: { id: number; since: number } | null = null

/** Called when the message can be seen: its time begins. */
export function noteSeen(id: number): void {
  if (seen?.id !== id) seen = { id, since: performance.now() }
}

type Input = { title?: string; message: string; color?: ShownMessage['color']; timeout?: number }

/** Shows the global message, its first letter capitalised; replaces the one before. */
export function showMessage(input: Input): void {
  const { title = null, message, color = 'success', timeout = TIMEOUT_MS } = input
  const shown = withId({ title, text: capitalise(message), color, timeout })
  messageStore.set(shown)
  recentMessageStore.set([shown, ...recentMessageStore.get()].slice(0, RECENT_MAX))
}

function withId(message: MessageContent): ShownMessage {
  lastId += 1
  return { ...message, id: lastId }
}

export const hideMessage = () => messageStore.set(null)

/** What is left of a message for the next page. */
function restOf(message: ShownMessage | null): ShownMessage | null {
  if (message === null || seen?.id !== message.id) return message
  const timeout = Math.round(message.timeout - (performance.now() - seen.since))
  return timeout < REST_MIN_MS ? null : { ...message, timeout }
}

/** Leaves the messages to the next page of the tab, which shows the one that is shown for the rest of its time. */
export function leaveMessages(): void {
  if (!writeMessages({ shown: restOf(messageStore.get()), recent: recentMessageStore.get() }))
    return
  // The page may return from the back/forward cache: then it takes them back.
  messageStore.set(null)
  recentMessageStore.set([])
}

/** Shows the messages that the page before left. */
export function takeMessages(): void {
  const messages = readMessages()
  if (!messages) return
  const { shown, recent } = messages
  writeMessages({ shown: null, recent })
  const all = [...recentMessageStore.get(), ...recent.map(withId)]
  recentMessageStore.set(all.slice(0, RECENT_MAX))
  if (shown && messageStore.get() === null) messageStore.set(withId(shown))
}
