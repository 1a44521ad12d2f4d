import { capitalise } from './capitalise.ts'
import { createStore } from './store.ts'
import { type Message as Content, readMessages, writeMessages } from './stored-messages.ts'

/** Time after which a message hides (docs/behaviour.md#toasts), in milliseconds. */
const TIMEOUT_MS = 3000
/** Number of messages that can be read again (docs/behaviour.md#toasts). */
const RECENT_MAX = 5

export type Message = Content & { id: number }

/** The global message that the toast shows. */
export const messageStore = createStore<Message | null>({ initial: null })

/** The last messages of this tab, newest first, shown or hidden. */
export const recentMessageStore = createStore<readonly Message[]>({ initial: [] })

let lastId = 0
/** What is left of the message's time, in milliseconds, and since when it passes; `null`: it stands still. */
let left = 0
let runsSince: number | null = null

type Input = { message: string; color?: Message['color']; timeout?: number }

/** Shows the global message, its first letter capitalised; replaces the one before. */
export function showMessage({ message, color = 'success', timeout = TIMEOUT_MS }: Input): void {
  const shown = withId({ text: capitalise(message), color, timeout })
  show(shown)
  recentMessageStore.set([shown, ...recentMessageStore.get()].slice(0, RECENT_MAX))
}

function withId(message: Content): Message {
  lastId += 1
  return { ...message, id: lastId }
}

export const hideMessage = () => messageStore.set(null)

function show(message: Message) {
  left = message.timeout
  runsSince = null
  messageStore.set(message)
}

/** The time of the message passes. */
export function runTime(): void {
  runsSince ??= performance.now()
}

/** The time of the message stands still. */
export function stopTime(): void {
  if (runsSince !== null) left -= performance.now() - runsSince
  runsSince = null
}

/** Leaves the messages to the next page of the tab, the one that is shown with what is left of its time. */
export function leaveMessages(): void {
  stopTime()
  const message = messageStore.get()
  const shown = message && left > 0 ? { ...message, timeout: left } : null
  if (!writeMessages({ shown, recent: recentMessageStore.get() })) return
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
  if (shown && messageStore.get() === null) show(withId(shown))
}
