import { z } from 'zod'

/* Addresses over HTTP in environment variables. Each is kept in one spelling: lower case, punycode, no default port. */

type Address = {
  /** Parts that are refused, beside a user name and a password. */
  without: readonly ('path' | 'query' | 'fragment')[]
  /** What is accepted, as the end of a sentence. */
  accepted: string
  toText: (url: URL, text: string) => string
}

/** `http:` or `https:` with two slashes. Browsers read an address with spaces in it as another one. */
const HTTP = /^https?:\/\/\S+$/i
/** Names, numbers, and IPv6 in brackets; a URL may have others, such as `"`. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)$/

const addressSchema = ({ without, accepted, toText }: Address) =>
  z.string().transform((text, { issues }) => {
    const refuse = (reason: string) => {
      issues.push({ code: 'custom', message: `${reason}; ${accepted}`, input: '' })
      return z.NEVER
    }
    const url = HTTP.test(text) ? URL.parse(text) : null
    if (!url || !HOST.test(url.hostname) || url.port === '0') {
      return refuse('it is not an address with http:// or https:// and a host')
    }
    // `fetch` refuses such an address, with an error that contains it.
    if (url.username + url.password !== '') return refuse('it has a user name or a password')
    const parts = {
      path: /[^/]/.test(url.pathname),
      query: url.search !== '',
      fragment: url.hash !== '',
    }
    const part = without.find((one) => parts[one])
    return part === undefined ? toText(url, text) : refuse(`it has a ${part}`)
  })

const withoutSlash = (text: string) => text.replace(/\/+$/, '')

/** An address of a page or of a call, such as `https://chat.example.org/room?id=1`. Without slashes at the end of its path. */
export const httpUrlSchema = addressSchema({
  without: [],
  accepted: 'expected is one such as https://www.example.org/page',
  toText: (url) => (url.search + url.hash === '' ? withoutSlash(url.href) : url.href),
})

/** An address that paths are appended to, such as `https://api.example.org/v3`. Without slashes at its end. */
export const baseUrlSchema = addressSchema({
  without: ['query', 'fragment'],
  accepted: 'expected are scheme, host, port and path alone, such as https://api.example.org/v3',
  toText: (url) => withoutSlash(url.origin + url.pathname),
})

/** An issuer of identity tokens: as it writes itself in the claim `iss`, which is compared letter by letter. */
export const issuerUrlSchema = addressSchema({
  without: ['query', 'fragment'],
  accepted: 'expected is an issuer as in its tokens, such as https://git.example.org',
  toText: (_url, text) => withoutSlash(text),
})

/** The address of a host, such as `https://icons.example.org`: as browsers send it in `Origin`. The dot that ends a full name is left out. */
export const originSchema = addressSchema({
  without: ['path', 'query', 'fragment'],
  accepted:
    'the site answers at the root of its host alone, so this is scheme, host and port, such as https://icons.example.org',
  toText: (url) => url.origin.replace(/\.(?=$|:\d+$)/, ''),
})

/** Whether a host of a URL, or an address, is that of this machine. */
export const isLoopback = (host: string): boolean =>
  /^(?:(?:[\w-]+\.)*localhost|127\.[\d.]+|\[?::1\]?)$/.test(host)
