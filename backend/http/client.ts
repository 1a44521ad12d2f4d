import type { Context } from 'hono'
import { preferredLocale } from '#lib/accept.ts'
import { type Locale, LOCALES } from '#lib/contract/locale.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { networkOf } from '#lib/limits/networks.ts'
import type { Agent } from '#backend/caller.ts'
import { parse } from 'bowser'
import { visitorOf } from './visitor.ts'

/** The client of a request, for sign-in. */
export type SignInClient = {
  network: string
  agent: Agent
  /** Device tokens of accounts that this browser signed in to before. */
  devices: string[]
  locale: Locale
}

/** Device tokens that are read at most. */
const DEVICES_MAX = 8

/** Reads the client from the headers of a request. */
export function clientOf(
  c: Context<AppEnv>,
  { internalSecret }: Pick<Dependencies, 'internalSecret'>,
): SignInClient {
  const { address, userAgent } = visitorOf(c, internalSecret)
  const given = (c.req.header('x-device-tokens') ?? '').slice(0, 2000).split(',')
  return {
    network: networkOf(address),
    agent: agentOf(userAgent),
    devices: given.filter((token) => /^[\w-]{43}$/.test(token)).slice(0, DEVICES_MAX),
    locale: localeOf(c),
  }
}

/** The language of messages to the sender of a request. */
const localeOf = (c: Context<AppEnv>): Locale =>
  preferredLocale(c.req.header('accept-language')) ?? LOCALES[0]

/** A longer user agent is cut off: it is text from outside. */
const AGENT_MAX = 500
const NAME_MAX = 60

/** Names the browser and the operating system of a `User-Agent` header. */
function agentOf(userAgent: string): Agent {
  const text = userAgent.slice(0, AGENT_MAX).trim()
  if (text === '') return { browser: '', system: '' }
  const { browser, os } = parse(text)
  return {
    browser: (browser.name ?? '').slice(0, NAME_MAX),
    system: (os.name ?? '').slice(0, NAME_MAX),
  }
}
