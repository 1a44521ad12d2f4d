import type { ServerResponse } from 'node:http'

/** Removes Next's internal headers. `x-nextjs-*` stay on responses to its client router. */
export function removeInternalHeaders(res: ServerResponse, isRouterRequest: boolean) {
  for (const name of res.getHeaderNames()) {
    const isInternal =
      name.startsWith('x-middleware-') || name === 'x-powered-by' || name === 'x-nextjs-cache'
    if (isInternal || (!isRouterRequest && name.startsWith('x-nextjs-'))) res.removeHeader(name)
  }
}

/** Removes the headers of Next's client router from `Vary` of an answer that it does not ask for. */
export function removeRouterVary(res: ServerResponse) {
  const names = String(res.getHeader('vary') ?? '').split(/\s*,\s*/)
  const others = names.filter((name) => !/^(?:rsc$|next-|$)/i.test(name))
  if (others.length > 0) res.setHeader('vary', others.join(', '))
  else res.removeHeader('vary')
}

/** Sets the length of a forwarded body from `x-body-length`, since Next drops `content-length`. */
export function setContentLength(res: ServerResponse) {
  const length = String(res.getHeader('x-body-length') ?? '')
  res.removeHeader('x-body-length')
  if (/^\d{1,15}$/.test(length)) res.setHeader('content-length', length)
}
