import type { Call } from './call.ts'
import { API_BASE } from './limits.ts'

const PARAMETER = /\{(\w+)\}/g

type CallRequest = { method: string; path: string; body: unknown }

/** Names of the parameters of a path template: `id` and `name` for `/file/{id}/{name}`. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

/**
 * The path of a call as a function of its path parameters. The template is split once: a list of
 * projects has more than a hundred such addresses.
 */
export function pathTemplate<Path extends string>(call: {
  path: Path
}): (values: Readonly<Record<ParameterOf<Path>, string | number>>) => string {
  // Odd parts are the names of parameters.
  const parts = `${API_BASE}${call.path}`.split(PARAMETER)
  return (values: Readonly<Record<string, string | number>>) => {
    let path = ''
    for (const [at, part] of parts.entries()) {
      path += at % 2 === 0 ? part : encodeURIComponent(values[part] ?? '')
    }
    return path
  }
}

/**
 * The HTTP request of a call: path parameters are filled in and encoded, the other values become the
 * query, and `body` the body.
 */
export function callRequest(call: Pick<Call, 'method' | 'path'>, input: object): CallRequest {
  const values: Map<string, unknown> = new Map(Object.entries(input))
  const body = values.get('body')
  values.delete('body')
  const path = call.path.replaceAll(PARAMETER, (_, name: string) => {
    const value = values.get(name)
    values.delete(name)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of values) if (value !== undefined) query.set(name, String(value))
  const search = query.size > 0 ? `?${query}` : ''
  return { method: call.method.toUpperCase(), path: `${API_BASE}${path}${search}`, body }
}
