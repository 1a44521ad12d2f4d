import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '#lib/http-address.ts'
import { count } from '#lib/telemetry/registry.ts'
import type { ClientAddress } from './client.ts'

/** Why visitors have the address of a proxy, and share its limits. */
type Reason = 'not_trusted' | 'no_header'

/** Headers that only a proxy adds. */
const ADDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

const SET_HEADER =
  'let it set X-Forwarded-For itself (nginx: proxy_set_header X-Forwarded-For $remote_addr;)'

type Site = { TRUSTED_PROXIES: readonly string[]; SITE_URL: string }
export type ProxyWatch = ReturnType<typeof createProxyWatch>

/**
 * Finds a proxy that is not in `TRUSTED_PROXIES`, or that does not pass on the addresses of visitors. Only senders with a loopback or
 * private address count. That a proxy is between is seen from a header that it adds, or from a browser that shows a page of `SITE_URL`
 * (`Referer` or `Origin`), where the request cannot be from the browser itself: it arrives by another scheme, under another host, or from this machine.
 * So health checks, which send neither, are no reason. Keeps the last address for each reason.
 * @param warn is called at most once for each of the two reasons, with the sentences for the operator.
 */
export function createProxyWatch(
  { TRUSTED_PROXIES, SITE_URL }: Site,
  warn: (text: string) => void,
) {
  const { origin, protocol, host, hostname } = new URL(SITE_URL)
  const isHere = isLoopback(hostname)
  const found = new Map<Reason, { address: string; text: string }>()

  /** The processes and commands of the site send `Origin` with `Authorization`; monitors send none of them. */
  const isOfPage = ({ referer, origin: from, authorization }: IncomingHttpHeaders) =>
    referer?.startsWith(`${origin}/`) === true || (from === origin && authorization === undefined)

  function isRelayed(headers: IncomingHttpHeaders, address: string): boolean {
    if (ADDED.some((name) => headers[name] !== undefined)) return true
    if (isHere || !isOfPage(headers)) return false
    return protocol === 'https:' || isLoopback(address) || headers.host !== host
  }

  function reasonOf(headers: IncomingHttpHeaders, client: ClientAddress): Reason | undefined {
    const { source, address } = client
    if (source === 'named' || source === 'public') return undefined
    if (source === 'chained') return 'not_trusted'
    if (!isRelayed(headers, address)) return undefined
    return source === 'private' ? 'not_trusted' : 'no_header'
  }

  function textOf(reason: Reason, address: string): string {
    if (reason === 'no_header') {
      return `Visitors come through the proxy ${address} without a valid X-Forwarded-For, and share one limit. In the configuration of the proxy, ${SET_HEADER}.`
    }
    const line = `TRUSTED_PROXIES=${[...TRUSTED_PROXIES, address].join(',')}`
    return `Visitors come through ${address}, which is not in TRUSTED_PROXIES, and share one limit. If it is your proxy, ${SET_HEADER}, write ${line} to .env, and restart.`
  }

  return {
    /** Looks at the headers of a request as they were sent. */
    see(headers: IncomingHttpHeaders, client: ClientAddress): void {
      const reason = reasonOf(headers, client)
      if (reason === undefined) return
      count('keystrip_proxy_faults_total', [reason])
      const { address } = client
      const known = found.get(reason)
      if (known?.address === address) return
      const text = textOf(reason, address)
      found.set(reason, { address, text })
      if (!known) warn(text)
    },
    /** What was found, in sentences for the operator. */
    found: (): string[] => [...found.values()].map(({ text }) => text),
  }
}
