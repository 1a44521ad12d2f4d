import { parse } from 'bowser'

import type { Agent } from '#backend/caller.ts'

/** A longer user agent is cut off: it is text from outside. */
const AGENT_MAX = 500
const NAME_MAX = 60

/** Names the browser and the operating system of a `User-Agent` header. */
export function agentOf(userAgent: string): Agent {
  const text = userAgent.slice(0, AGENT_MAX).trim()
  if (text === '') return { browser: '', system: '' }
  const { browser, os } = parse(text)
  return {
    browser: (browser.name ?? '').slice(0, NAME_MAX),
    system: (os.name ?? '').slice(0, NAME_MAX),
  }
}
