import { documents } from '#lib/paths.ts'
import { createStore } from './store.ts'

/** Pause until a lost connection is tried again, and its largest value, in milliseconds. */
const RETRY_MS = 1000
const RETRY_MAX_MS = 30_000
/** Time in which the server answers the trial, in milliseconds. */
const TRIAL_MS = 5000

/** Whether there is a connection, as far as the browser and the last navigation can tell. */
export const connectionStore = createStore({
  initial: true,
  load: () => navigator.onLine,
  connect({ set }) {
    const update = () => set(navigator.onLine)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  },
})

/**
 * A `fetch` for the router, which would otherwise leave a page for the error page of the browser when a list is sorted
 * or continued without a connection: such a navigation waits for the connection, and the page stays. A request that
 * fails although the server can be reached fails as before. Requests that change something are never repeated.
 */
export function fetchWhenConnected(
  send: typeof fetch,
  isNavigation: (headers: Headers) => boolean,
): typeof fetch {
  let connected: Promise<void> | null = null
  return async (input, init) => {
    try {
      return await send(input, init)
    } catch (error) {
      if (!isNavigation(new Headers(init?.headers)) || !(error instanceof TypeError)) throw error
      connected ??= waitForConnection(send).finally(() => (connected = null))
      await connected
      return send(input, init)
    }
  }
}

async function waitForConnection(send: typeof fetch): Promise<void> {
  for (let pause = RETRY_MS; !(await canReach(send)); pause = Math.min(pause * 2, RETRY_MAX_MS)) {
    connectionStore.set(false)
    await next('online', pause)
  }
  connectionStore.set(true)
}

async function canReach(send: typeof fetch): Promise<boolean> {
  if (!navigator.onLine) return false
  const signal = AbortSignal.timeout(TRIAL_MS)
  return send(documents.icon, { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  )
}

/** Waits for an event of the window, at most for a time in milliseconds. */
function next(event: string, within: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, within)
    addEventListener(event, end)
    function end() {
      clearTimeout(timer)
      removeEventListener(event, end)
      resolve()
    }
  })
}
