/** Next reads its platform's request context under this key (`getBuiltinRequestContext`). */
const REQUEST_CONTEXT = Symbol.for('@next/request-context')

/** Gives Next a `waitUntil`, through which it announces work that may outlive the response. */
export function setRequestContext(context: {
  waitUntil: (promise: Promise<unknown>) => void
}): void {
  Object.assign(globalThis, { [REQUEST_CONTEXT]: { get: () => context } })
}
