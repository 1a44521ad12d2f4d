import sax from 'sax'

/*
 * The rules of Atom (RFC 4287) and of the W3C's feed validator that concern a feed of this site. A parser with
 * namespaces reads the feed.
 */

const ATOM = 'http://www.w3.org/2005/Atom'
const XHTML = 'http://www.w3.org/1999/xhtml'
const MEDIA = 'http://search.yahoo.com/mrss/'

type Node = {
  uri: string
  name: string
  attributes: Record<string, string>
  children: Node[]
  /** Text of the element itself, without that of its children. */
  text: string
}

/** The root element of a document; throws if it is not well-formed. */
function parse(xml: string): Node {
  const root: Node = { uri: '', name: '', attributes: {}, children: [], text: '' }
  const open: Node[] = [root]
  const events: Partial<sax.SAXParser> = {
    onerror: (error) => {
      throw error
    },
    onopentag: (tag) => {
      const attributes = Object.fromEntries(
        Object.entries(tag.attributes).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : value.value,
        ]),
      )
      const uri = 'uri' in tag ? tag.uri : ''
      const name = 'local' in tag ? tag.local : tag.name
      const node: Node = { uri, name, attributes, children: [], text: '' }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    onclosetag: () => void open.pop(),
    ontext: (text) => {
      const node = open.at(-1)
      if (node) node.text += text
    },
  }
  const parser = Object.assign(sax.parser(true, { xmlns: true }), events)
  parser.write(xml).close()
  return root.children[0] ?? root
}

const isAbsolute = (text: string) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text)
const isWeb = (text: string) => /^https?:\/\//.test(text) && isAbsolute(text)
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
/** Earlier than any publication: a missing date that became one. */
const EARLIEST = Date.UTC(2020, 0, 1)

const RELATIONS = ['alternate', 'self', 'license', 'enclosure', 'related', 'via']
const XHTML_ELEMENTS = ['div', 'p', 'img', 'a', 'em', 'strong', 'code', 'ul', 'ol', 'li', 'br']
const ONCE = ['id', 'title', 'updated']
const AT_MOST_ONCE = ['subtitle', 'icon', 'logo', 'rights', 'summary', 'content', 'published']
const IN_FEED = [...ONCE, 'subtitle', 'author', 'icon', 'logo', 'link', 'rights', 'category']
const IN_ENTRY = [...ONCE, 'author', 'link', 'category', 'summary', 'content', 'published']

const named = (node: Node, name: string) =>
  node.children.filter((child) => child.uri === ATOM && child.name === name)
const one = (node: Node, name: string) => named(node, name)[0]?.text ?? ''

/** The rules that a feed violates, each with its element. */
export function atomFaults(xml: string): string[] {
  const feed = parse(xml)
  if (feed.uri !== ATOM || feed.name !== 'feed') return ['the root element is not atom:feed']
  const entries = named(feed, 'entry')
  const faults = [
    ...childFaults(feed, [...IN_FEED, 'entry']),
    ...linkFaults(feed, 'self'),
    ...languageFaults(feed),
    ...entries.flatMap((entry) => [...childFaults(entry, IN_ENTRY), ...entryFaults(entry, feed)]),
  ]
  const ids = [feed, ...entries].map((node) => one(node, 'id'))
  if (new Set(ids).size !== ids.length) faults.push('id: not unique')
  const firstEntry = feed.children.findIndex(({ name }) => name === 'entry')
  const lastOther = feed.children.findLastIndex(({ name }) => name !== 'entry')
  if (firstEntry !== -1 && firstEntry < lastOther) faults.push('feed: metadata after an entry')
  const newest = Math.max(...entries.map((entry) => Date.parse(one(entry, 'updated'))))
  if (entries.length > 0 && Date.parse(one(feed, 'updated')) !== newest) {
    faults.push('updated: not that of the newest entry')
  }
  return faults
}

function entryFaults(entry: Node, feed: Node): string[] {
  const faults: string[] = linkFaults(entry, 'alternate')
  if (named(entry, 'author').length + named(feed, 'author').length === 0) {
    faults.push('entry: no author')
  }
  const [published, updated] = [one(entry, 'published'), one(entry, 'updated')]
  if (published !== '' && Date.parse(published) > Date.parse(updated)) {
    faults.push('published: later than updated')
  }
  return faults
}

/** Faults of the children of a feed or an entry: which there are, and what is in them. */
function childFaults(node: Node, allowed: string[]): string[] {
  const faults: string[] = []
  for (const name of ONCE) {
    if (named(node, name).length !== 1) faults.push(`${node.name}: not exactly one ${name}`)
  }
  for (const name of AT_MOST_ONCE) {
    if (named(node, name).length > 1) faults.push(`${node.name}: more than one ${name}`)
  }
  for (const child of node.children) {
    const isKnown =
      child.uri === MEDIA
        ? child.name === 'thumbnail' && isWeb(child.attributes['url'] ?? '')
        : child.uri === ATOM && allowed.includes(child.name)
    if (!isKnown) faults.push(`${node.name}: unexpected ${child.name}`)
    faults.push(...valueFaults(child))
  }
  return faults
}

function valueFaults(node: Node): string[] {
  const { name, text, attributes } = node
  const fault = (isFault: boolean, what: string) => (isFault ? [`${name}: ${what}`] : [])
  switch (name) {
    case 'id':
      return fault(!isAbsolute(text), `not an absolute IRI: ${text}`)
    case 'icon':
    case 'logo':
      return fault(!isWeb(text), `not an absolute address: ${text}`)
    case 'updated':
    case 'published':
      return fault(!RFC3339.test(text) || !(Date.parse(text) > EARLIEST), `no date: ${text}`)
    case 'category':
      return fault(!attributes['term']?.trim(), 'without term')
    case 'author': {
      const uri = one(node, 'uri')
      return [
        ...fault(one(node, 'name').trim() === '', 'without name'),
        ...fault(named(node, 'uri').length > 0 && !isWeb(uri), `not an absolute address: ${uri}`),
      ]
    }
    case 'title':
    case 'subtitle':
    case 'summary':
    case 'content':
    case 'rights':
      return textFaults(node)
    default:
      return []
  }
}

/** Faults of a text construct (RFC 4287, section 3.1). */
function textFaults(node: Node): string[] {
  const type = node.attributes['type'] ?? 'text'
  const faults = languageFaults(node)
  if (!['text', 'html', 'xhtml'].includes(type)) faults.push(`${node.name}: type ${type}`)
  if (type !== 'xhtml') {
    if (node.children.length > 0) faults.push(`${node.name}: elements in ${type}`)
    if (node.text.trim() === '') faults.push(`${node.name}: empty`)
    return faults
  }
  const [div, ...others] = node.children
  const isDiv = div?.uri === XHTML && div.name === 'div' && others.length === 0
  if (!isDiv || node.text.trim() !== '') return [...faults, `${node.name}: not one XHTML div`]
  return [...faults, ...xhtmlFaults(div)]
}

function xhtmlFaults(node: Node): string[] {
  return node.children.flatMap((child) => {
    const isSafe =
      child.uri === XHTML &&
      XHTML_ELEMENTS.includes(child.name) &&
      Object.keys(child.attributes).every((name) => !name.startsWith('on') && name !== 'style')
    return [...(isSafe ? [] : [`content: unexpected ${child.name}`]), ...xhtmlFaults(child)]
  })
}

/** Faults of the links of a feed or an entry, which must have one of the relation. */
function linkFaults(node: Node, required: string): string[] {
  const faults: string[] = []
  const alternates = new Set<string>()
  const links = named(node, 'link').map(({ attributes }) => attributes)
  for (const { href = '', rel = 'alternate', type = '', hreflang = '' } of links) {
    if (!isWeb(href)) faults.push(`link: not an absolute address: ${href}`)
    if (!RELATIONS.includes(rel)) faults.push(`link: relation ${rel}`)
    if (rel === 'self' && type !== 'application/atom+xml') faults.push(`link: self is ${type}`)
    if (rel !== 'alternate') continue
    if (alternates.has(`${type} ${hreflang}`)) faults.push('link: alternate twice')
    alternates.add(`${type} ${hreflang}`)
  }
  if (links.filter(({ rel = 'alternate' }) => rel === required).length !== 1) {
    faults.push(`${node.name}: not exactly one link ${required}`)
  }
  return faults
}

/** A feed has a language; an element may have its own. */
function languageFaults({ uri, name, attributes }: Node): string[] {
  const lang = attributes['xml:lang']
  if (lang === undefined) return uri === ATOM && name === 'feed' ? ['feed: no xml:lang'] : []
  try {
    return Intl.getCanonicalLocales(lang).length === 1 ? [] : [`${name}: xml:lang ${lang}`]
  } catch {
    return [`${name}: xml:lang ${lang}`]
  }
}
