import type { Context } from 'hono'
import type { Locale } from '#lib/contract/locale.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { networkOf } from '#lib/limits/network.ts'
import type { Agent } from '#backend/caller.ts'
import { agentOf } from './agent.ts'
import { localeOf } from './locale.ts'
import { visitorOf } from './visitor.ts'

/** The client of a request, for sign-in. */
export type Client = {
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
): Client {
  const { address, userAgent } = visitorOf(c, internalSecret)
  const given = (c.req.header('x-device-tokens') ?? '').slice(0, 2000).split(',')
  return {
    network: networkOf(address),
    agent: agentOf(userAgent),
    devices: given.filter((token) => /^[\w-]{43}$/.test(token)).slice(0, DEVICES_MAX),
    locale: localeOf(c),
  }
}
