import { freePort } from '#scripts/stack/free-port.ts'
import { startStack } from '#scripts/stack/stack.ts'
import { SESSION_SECRET } from './session-secret.ts'

/** `INTERNAL_SECRET` of sites on loopback. */
export const INTERNAL_SECRET = 'the-secret-of-the-tests'

type Stack = Parameters<typeof startStack>[0]
type Options = Pick<Stack, 'dataDir'> &
  Partial<Omit<Stack, 'env' | 'dataDir'>> & {
    /** Further variables, in place of the ones below. */
    variables?: Record<string, string | undefined>
  }

const silent = () => undefined

/**
 * Starts the production site on free ports of loopback, on the embedded database in `dataDir`. No engine, mail server or
 * proxy that the environment names reaches it. A service that ends without being stopped is printed.
 */
export async function startLoopback({ variables, ...options }: Options) {
  const [port, backendPort] = [await freePort(), await freePort()]
  const stack = await startStack({
    print: silent,
    onProgress: silent,
    onExit: console.error,
    ...options,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      BACKEND_PORT: String(backendPort),
      SITE_URL: `http://localhost:${port}`,
      BACKEND_URL: '',
      DATABASE_URL: '',
      STORAGE_URL: '',
      CACHE_URL: '',
      SMTP_URL: '',
      TRUSTED_PROXIES: '',
      // One account writes for many.
      DAILY_PROJECTS: '9999',
      INTERNAL_SECRET,
      SESSION_SECRET,
      ...variables,
    },
  })
  return {
    ...stack,
    port,
    /** Address of the web app, and that of the backend. */
    base: `http://127.0.0.1:${port}`,
    backend: `http://127.0.0.1:${backendPort}`,
  }
}
