import { z } from 'zod'
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
export function methodsOf(path: string): string[] {
  const calls = ROUTES.filter(({ pattern }) => pattern.test(path)).map(({ named }) => named.call)
  return [...new Set(calls.map(({ method }) => method.toUpperCase()))]
}

/** The first call that a path below `API_BASE` addresses, whatever the method. */
export function callOfPath(path: string): NamedCall | undefined {
  return ROUTES.find(({ pattern }) => pattern.test(path))?.named
}
