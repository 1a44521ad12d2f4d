import type { Context } from 'hono'
import type { Locale } from '#lib/contract/locale.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { networkOf } from '#backend/services/limit/network.ts'
import { type Agent, agentOf } from '#backend/services/device/agent.ts'
import { localeOf } from './locale.ts'
import { visitorOf } from './visitor.ts'

/** Who asks, as far as signing in is concerned. */
export type Client = {
  network: string
  agent: Agent
  /** The tokens that name the browser to accounts which it signed in to before. */
  devices: string[]
  locale: Locale
}

/** A browser is known to so many accounts at most. */
const DEVICES_MAX = 8

/** Reads who asks from the headers of a request. */
export function clientOf(c: Context<AppEnv>, { internalSecret }: Parts): Client {
  const { address, userAgent } = visitorOf(c, internalSecret)
  const given = (c.req.header('x-device-tokens') ?? '').slice(0, 2000).split(',')
  return {
    network: networkOf(address),
    agent: agentOf(userAgent),
    devices: given.filter((token) => /^[\w-]{43}$/.test(token)).slice(0, DEVICES_MAX),
    locale: localeOf(c),
  }
}
