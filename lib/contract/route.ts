import { z } from 'zod'
import { type Call, isOffered, isPublicRead } from './call.ts'
import { NAMED_CALLS, type NamedCall } from './calls.ts'

/** A call that a request addresses; `params` are the raw path parameters, still percent-encoded. */
export type Route = NamedCall & { params: Record<string, string> }

const ROUTES = NAMED_CALLS.map((named) => ({ named, pattern: patternOf(named) }))

/** Path parameters of an enumeration match its values only; any other matches one segment. */
function patternOf({ call }: NamedCall): RegExp {
  const pattern = call.path
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const schema = call.params?.shape[name]
      const values = schema instanceof z.ZodEnum ? schema.options.join('|') : '[^/]+'
      return `(?<${name}>${values})`
    })
  return new RegExp(`^${pattern}$`)
}

/**
 * The call for a method and a path below `API_BASE`; HEAD counts as GET.
 * @returns 404 for an unknown path, 405 for a known path with another method.
 */
export function findRoute(method: string, path: string): Route | 404 | 405 {
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
  let isKnown = false
  for (const { named, pattern } of ROUTES) {
    const match = pattern.exec(path)
    if (!match) continue
    if (named.call.method === wanted) return { ...named, params: { ...match.groups } }
    isKnown = true
  }
  return isKnown ? 405 : 404
}

/** The methods that a path below `API_BASE` takes, in upper case. */
export const methodsOf = (path: string): string[] => methodsOfCalls(callsOf(path))

/** The methods that the web app takes for it, with `OPTIONS`; none for a path that it does not have. */
export function offeredMethodsOf(path: string): string[] {
  const methods = methodsOfCalls(callsOf(path).filter(isOffered))
  return methods.length === 0 ? [] : [...methods, 'OPTIONS']
}

const callsOf = (path: string): Call[] =>
  ROUTES.filter(({ pattern }) => pattern.test(path)).map(({ named }) => named.call)

function methodsOfCalls(calls: readonly Call[]): string[] {
  const methods = new Set(calls.map(({ method }) => method.toUpperCase()))
  return [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

/** The first call that a path below `API_BASE` addresses, whatever the method. */
export function callOfPath(path: string): NamedCall | undefined {
  return ROUTES.find(({ pattern }) => pattern.test(path))?.named
}

/** Whether pages of other sites may read the answer to a request: that of a public read, or the refusal where there is no call. */
export function isReadableElsewhere(method: string, path: string): boolean {
  const route = findRoute(method, path)
  return typeof route === 'number' || isPublicRead(route.call)
}
