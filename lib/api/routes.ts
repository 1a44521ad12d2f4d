import type { Call } from '#lib/contract/call.ts'
import { CALLS, type CallName } from '#lib/contract/calls.ts'
import { KINDS } from '#lib/contract/kind.ts'

/** A call that is passed on to the backend. */
export type Route = {
  name: CallName | null
  method: string
  path: RegExp
  /** Whether it answers in the envelope. */
  isJson: boolean
  /** Whether it changes something, a session included: only for pages of this site. */
  isChange: boolean
  /** The media type that its body must have, where it has one. */
  bodyType: string | null
  needsSession: boolean
  /** Whether it is the same for everybody and says nothing of a session: none is looked at. */
  isPublic: boolean
  /** Whether its answer carries secrets: a token, or what the browser is known by. */
  givesToken: boolean
  /** Whether it must carry a token. */
  opensSession: boolean
}

/** Not passed on: the web app exchanges tokens itself, and changes are told to it alone. */
const WITHHELD: CallName[] = ['refreshToken', 'changes']

const entries: [CallName, Call][] = []
for (const [name, call] of Object.entries(CALLS)) if (isCallName(name)) entries.push([name, call])

const KNOWN = entries
  .filter(([name]) => !WITHHELD.includes(name))
  .map(([name, call]) => routeOf(name, call))
const FORWARDED = [
  ...KNOWN,
  plain('/openapi.json', true),
  plain('/file/{id}/{name}', false),
  plain('/file/{id}/icons/{name}', false),
]

function isCallName(name: string): name is CallName {
  return name in CALLS
}

function routeOf(name: CallName, call: Call): Route {
  return {
    name,
    method: call.method.toUpperCase(),
    path: patternOf(call.path),
    isJson: call.answerType === undefined,
    isChange: call.method !== 'get' || call.token === true,
    bodyType: call.body ? (call.bodyType ?? 'application/json') : null,
    needsSession: call.auth === true,
    isPublic: call.answerType !== undefined,
    givesToken: call.token === true || name === 'resetPassword',
    opensSession: call.token === true,
  }
}

function plain(path: string, isJson: boolean): Route {
  const rest = {
    isChange: false,
    bodyType: null,
    needsSession: false,
    isPublic: false,
    givesToken: false,
    opensSession: false,
  }
  return { name: null, method: 'GET', path: patternOf(path), isJson, ...rest }
}

function patternOf(path: string): RegExp {
  const pattern = path
    .replaceAll('.', '\\.')
    .replace('{kind}', `(?:${KINDS.join('|')})`)
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`)
}

/**
 * The call that a method and a path below `API_BASE` mean, or the status that refuses it: 404, 405.
 */
export function findRoute(method: string, path: string): Route | 404 | 405 {
  const asked = method === 'HEAD' ? 'GET' : method
  const isAsked = (route: Route) => route.method === asked && route.path.test(path)
  return FORWARDED.find(isAsked) ?? (FORWARDED.some((one) => one.path.test(path)) ? 405 : 404)
}
