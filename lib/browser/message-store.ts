import { capitalise } from './capitalise.ts'
import { createStore } from './store.ts'

/** Time after which a message hides (docs/behaviour.md#toasts), in milliseconds. */
const TIMEOUT_MS = 3000
/** Number of messages that can be read again (docs/behaviour.md#toasts). */
const RECENT_MAX = 5

export type Message = {
  text: string
  color: 'success' | 'danger' | 'info' | 'warning'
  /** Milliseconds until it hides by itself. */
  timeout: number
  id: number
}

/** The global message that the toast shows. */
export const messageStore = createStore<Message | null>({ initial: null })

/** The last messages of this page load, newest first, shown or hidden. */
export const recentMessageStore = createStore<readonly Message[]>({ initial: [] })

let lastId = 0

type Input = { message: string; color?: Message['color']; timeout?: number }

/** Shows the global message, its first letter capitalised; replaces the one before. */
export function showMessage({ message, color = 'success', timeout = TIMEOUT_MS }: Input): void {
  lastId += 1
  const shown = { text: capitalise(message), color, timeout, id: lastId }
  messageStore.set(shown)
  recentMessageStore.set([shown, ...recentMessageStore.get()].slice(0, RECENT_MAX))
}

export const hideMessage = () => messageStore.set(null)
