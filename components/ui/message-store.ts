/** Section 4: a message hides by itself after this long, in milliseconds. */
const TOAST_TIMEOUT_MS = 3000

export type Message = {
  text: string
  color: 'success' | 'danger' | 'info' | 'warning'
  /** Milliseconds until it hides by itself. */
  timeout: number
  id: number
}

let current: Message | null = null
let made = 0
const listeners = new Set<() => void>()

function set(message: Message | null) {
  current = message
  for (const listener of listeners) listener()
}

/** A message as it is shown: its first letter is capitalised (section 3). */
export function capitalise(message: string): string {
  const [first = '', ...rest] = message
  return first.toLocaleUpperCase() + rest.join('')
}

/** Shows the global message (section 4). */
export function showMessage({
  message,
  color = 'success',
  timeout = TOAST_TIMEOUT_MS,
}: {
  message: string
  color?: Message['color']
  timeout?: number
}): void {
  made += 1
  set({ text: capitalise(message), color, timeout, id: made })
}

export const hideMessage = () => set(null)
export const currentMessage = () => current

/** Calls back at each change until the returned function is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
