import { API_BASE } from '#lib/contract/limits.ts'
import { documents } from '#lib/paths.ts'
import { PLACEHOLDERS } from './automation-samples.ts'

/* What the page for developers shows to copy. Tests run it (tests/integration/cli/developers.test.ts, tests/e2e/developers.spec.ts). */

const [PROJECT] = PLACEHOLDERS

/** A module that shows found icon packs with their icons, on any website. */
const showIcons = (siteUrl: string) => `const site = '${siteUrl}'

async function read(path) {
  const response = await fetch(new URL(path, site))
  const { code, message, data } = await response.json()
  if (code !== 200) throw new Error(message)
  return data
}

const found = await read('${API_BASE}/index/search?q=weather&kind=icon&limit=3')
for (const pack of found.items) {
  const heading = document.createElement('h2')
  heading.textContent = \`\${pack.title} – \${pack.author.name}\`
  document.body.append(heading)
  const { items } = await read(\`${API_BASE}/icon/\${pack.id}/icons\`)
  for (const { name, url } of items.slice(0, 12)) {
    const image = document.createElement('img')
    image.src = new URL(url, site)
    image.alt = name
    image.width = 48
    document.body.append(image)
  }
}`

/** A module that reads the newest file of a pack, whose name has the number of the version. */
const readNewest = (api: string) => `const response = await fetch('${api}/icon/${PROJECT}/latest')
if (!response.ok) throw new Error((await response.json()).message)
const file = await response.blob()
console.log(response.headers.get('content-disposition'), file.size)`

/** A module that reads a list to its end. */
const readList = (siteUrl: string) => `let next = '${API_BASE}/icon/list?sort=recent&view=card'
const packs = []
while (next) {
  const response = await fetch(new URL(next, '${siteUrl}'))
  packs.push(...(await response.json()).data.items)
  next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
}
console.log(packs.map(({ title }) => title).join('\\n'))`

/** @param siteUrl address of the site, without a slash at its end. */
export function developerSamples(siteUrl: string, locale: string) {
  const api = siteUrl + API_BASE
  return {
    api,
    openApiUrl: `${api}/openapi.json`,
    search: `curl --fail-with-body '${api}/index/search?q=weather&kind=icon&limit=3'
curl --fail-with-body '${api}/icon/${PROJECT}'
curl --fail-with-body '${api}/icon/${PROJECT}/icons'`,
    show: showIcons(siteUrl),
    files: `curl --fail-with-body -Lo newest.iconpack '${api}/icon/${PROJECT}/latest'
curl --fail-with-body -Lo 1.0.0.iconpack '${api}/icon/${PROJECT}/versions/1.0.0/file'
curl --fail-with-body -Lo windows.flexplugin '${api}/plugin/${PROJECT}/latest?system=windows'`,
    newest: readNewest(api),
    unchanged: `touch icons.etag
curl --fail-with-body --output icons.json '${api}/icon/list?sort=recent' \\
  --etag-compare icons.etag --etag-save icons.etag`,
    list: readList(siteUrl),
    feeds: [
      ['all', siteUrl + documents.feed(locale, 'all')],
      ['kind', siteUrl + documents.feed(locale, 'icon')],
      ['author', siteUrl + documents.feed(locale, { author: 'NAME' })],
      ['search', siteUrl + documents.searchFeed(locale, { q: 'WORDS' })],
      ['list', `${api}/icon/list?sort=recent&view=card`],
    ],
  } as const
}
