import type { IncomingMessage } from 'node:http'
import { currentScope } from '#lib/cache/state.ts'
import { startSite } from './stub-site.ts'

export const PAGE = `<!doctype html>${'<p>a page</p>'.repeat(300)}`
export const HOME = '/home/index'
export const LIST = '/home/iconpack'

export type PageOptions = {
  headers?: Record<string, string>
  status?: number
  body?: () => string
  /** Tags of the page. */
  tags?: string[]
  /** Waits before the response. */
  isReady?: () => Promise<unknown>
}

/**
 * A site whose every response is a page for everybody, unless the options say otherwise.
 * @returns the site, and the requests that its renderer received.
 */
export async function startPages(
  { headers = {}, status = 200, body = () => PAGE, tags = ['a tag'], isReady }: PageOptions = {},
  options: Parameters<typeof startSite>[1] = {},
) {
  const seen: IncomingMessage[] = []
  const site = await startSite(async (req, res) => {
    seen.push(req)
    const scope = currentScope()
    for (const tag of tags) scope?.page?.tags.add(tag)
    await isReady?.()
    res.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 's-maxage=300, stale-while-revalidate=31535700',
      vary: 'rsc',
      ...headers,
    })
    res.write(body().slice(0, 10))
    res.end(body().slice(10))
  }, options)
  return { site, seen }
}
