import type { ServerResponse } from 'node:http'
import { removeInternalHeaders, setContentLength } from '#server/next/responses.ts'
import { removeStateOfLimit } from './limits.ts'
import { keepFromOtherSites } from './other-sites.ts'
import type { Marking } from './policy.ts'
import { setCacheControl, setSecurityHeaders } from './response-headers.ts'
import type { Site } from './site.ts'
import { setSpeculationRules } from './speculation.ts'

type About = {
  /** Whether the framework's client router reads the answer. */
  isForRouter: boolean
  marking: Marking | undefined
  /** When what is sent becomes stale, in ms since the epoch, if known. */
  freshUntil?: number | undefined
}

/** Sets the headers that every answer has, before its body. */
export function finishHeaders(
  { policies, url }: Site,
  res: ServerResponse,
  { isForRouter, marking, freshUntil }: About,
): void {
  removeInternalHeaders(res, isForRouter)
  setContentLength(res)
  setCacheControl(res, freshUntil)
  keepFromOtherSites(res)
  removeStateOfLimit(res)
  policies.apply(res, marking)
  setSpeculationRules(res)
  setSecurityHeaders(res, url)
}
