import { z } from 'zod'

/** A Redis or Valkey server. */
export type RedisAddress = {
  host: string
  port: number
  tls: boolean
  username: string | undefined
  password: string | undefined
  database: number
  /** In front of every key. */
  prefix: string
}

const PREFIX = /^[\w:.-]{1,50}$/
const DATABASE = /^\/?(\d{0,4})$/

/**
 * `CACHE_URL`: `redis://[user:password@]host[:port][/database][?prefix=…]`, or `rediss://` with TLS. User and password are
 * percent-encoded. No message contains the value: it may have a password.
 */
export const cacheUrlSchema = z.string().transform((value, { issues }): RedisAddress => {
  const refuse = (message: string) => {
    issues.push({ code: 'custom', message, input: '' })
    return z.NEVER
  }
  const url = URL.parse(value)
  if (url?.protocol !== 'redis:' && url?.protocol !== 'rediss:') {
    return refuse('an address that begins with redis:// or rediss:// is expected')
  }
  if (url.hostname === '') return refuse('it names no host')
  const database = DATABASE.exec(url.pathname)?.[1]
  if (database === undefined) return refuse('its path is not the number of a database')
  const { prefix = 'keystrip:', ...others } = Object.fromEntries(url.searchParams)
  if (Object.keys(others).length > 0) return refuse('it has options other than prefix')
  if (!PREFIX.test(prefix))
    return refuse('its prefix has characters other than A-Z a-z 0-9 _ : . -')
  const [username, password] = [decoded(url.username), decoded(url.password)]
  if (username === null || password === null) {
    return refuse('user and password are expected percent-encoded')
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 6379 : Number(url.port),
    tls: url.protocol === 'rediss:',
    username,
    password,
    database: Number(database),
    prefix,
  }
})

/** `undefined` if empty, `null` if badly encoded. */
function decoded(text: string): string | undefined | null {
  if (text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
