/** Status and metadata of a crawled address. */
export type Crawled = {
  status: number
  /** Paths on this site. */
  canonical: string
  languages: Record<string, string>
  isIndexed: boolean
}

const PARALLEL = 4
/** The demo site has fewer addresses; more means that links generate addresses endlessly. */
const ADDRESSES_MAX = 20_000

const unescape = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")

function attributes(html: string, tag: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name.toLowerCase(),
        unescape(value),
      ]),
    ),
  )
}

/**
 * Crawls all addresses of this site from the home page on: links, pictures at every width, share
 * cards, feeds, oEmbed.
 */
export async function crawl(base: string): Promise<Map<string, Crawled>> {
  const found = new Map<string, Crawled>()
  const seen = new Set(['/home/index'])
  const queue = [...seen]
  const pathOf = (address: string) => {
    const url = new URL(address, base)
    return url.origin === base ? url.pathname + url.search : undefined
  }
  function add(address: string | undefined) {
    const path = address === undefined || !/^(\/|http)/.test(address) ? undefined : pathOf(address)
    if (path === undefined || seen.has(path)) return
    if (seen.size >= ADDRESSES_MAX) return
    seen.add(path)
    queue.push(path)
  }
  async function visit(path: string) {
    const response = await fetch(base + path, { redirect: 'manual' })
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    const html = isPage ? await response.text() : ''
    if (!isPage) await response.arrayBuffer()
    const links = attributes(html, 'link')
    const metas = attributes(html, 'meta')
    const canonical = links.find(({ rel }) => rel === 'canonical')?.['href']
    found.set(path, {
      status: response.status,
      canonical: canonical === undefined ? '' : (pathOf(canonical) ?? canonical),
      languages: Object.fromEntries(
        links.flatMap(({ hreflang, href = '' }) =>
          hreflang === undefined ? [] : [[hreflang, pathOf(href) ?? href]],
        ),
      ),
      isIndexed:
        isPage &&
        response.status === 200 &&
        canonical !== undefined &&
        !metas.some(({ name, content = '' }) => name === 'robots' && content.includes('noindex')),
    })
    for (const { href } of attributes(html, 'a')) add(href?.replace(/#.*/, ''))
    for (const { href } of links) add(href)
    for (const { src, srcset = '' } of attributes(html, 'img')) {
      for (const source of [src, ...srcset.split(', ')]) add(source?.split(' ')[0])
    }
    for (const { property, content } of metas) if (property === 'og:image') add(content)
  }
  while (queue.length > 0) await Promise.all(queue.splice(0, PARALLEL).map(visit))
  return found
}
