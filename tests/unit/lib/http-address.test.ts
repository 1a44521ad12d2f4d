import { parseEnv as readByNode } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '#backend/config.ts'
import { parseEnv } from '#lib/env.ts'

const DATABASE_URL = 'postgres://localhost/x'
const backend = (variables: Record<string, string>) => parseConfig({ DATABASE_URL, ...variables })

describe('the address of the site', () => {
  it.each([
    ['HTTPS://Icons.Example.ORG:443', 'https://icons.example.org'],
    ['https://icons.example.org//', 'https://icons.example.org'],
    ['https://icons.example.org.', 'https://icons.example.org'],
    ['https://icons.example.org.:8443/', 'https://icons.example.org:8443'],
    ['https://icons.example.org?', 'https://icons.example.org'],
    ['http://icons.example.org:80/', 'http://icons.example.org'],
    ['https://icons.example.org:80', 'https://icons.example.org:80'],
    ['https://BÜCHER.example', 'https://xn--bcher-kva.example'],
    ['http://[0:0::1]:3000', 'http://[::1]:3000'],
  ])('%s is kept as %s, by web app and backend', (SITE_URL, kept) => {
    expect(parseEnv({ SITE_URL }).SITE_URL).toBe(kept)
    expect(backend({ SITE_URL }).siteUrl).toBe(kept)
  })

  it.each([
    ['https://example.org/icons', 'it has a path'],
    ['https://example.org/icons/', 'it has a path'],
    ['https://example.org/?a=1', 'it has a query'],
    ['https://example.org#a', 'it has a fragment'],
    ['https://ada@example.org', 'it has a user name or a password'],
    ['https://ada:engine@example.org', 'it has a user name or a password'],
    ['https://:engine@example.org', 'it has a user name or a password'],
    ['ftp://example.org', 'it is not an address with http:// or https:// and a host'],
    ['example.org', 'it is not an address with http:// or https:// and a host'],
    ['https:example.org', 'it is not an address with http:// or https:// and a host'],
    ['https://*.example.org', 'it is not an address with http:// or https:// and a host'],
    ['https://$HOST', 'it is not an address with http:// or https:// and a host'],
    ['https://example.org:0', 'it is not an address with http:// or https:// and a host'],
    ['https://a.example,https://b.example', 'it is not an address with http:// or https:// and'],
  ])('%s is refused: %s, with what is accepted', (SITE_URL, reason) => {
    const end = /so this is scheme, host and port, such as https:\/\/icons\.example\.org\)\.$/
    for (const parse of [parseEnv, backend]) {
      expect(() => parse({ SITE_URL })).toThrow(`Configuration: bad value for SITE_URL (${reason}`)
      expect(() => parse({ SITE_URL })).toThrow(end)
      expect(() => parse({ SITE_URL })).not.toThrow(/engine/)
    }
  })
})

describe('other addresses', () => {
  it('have one spelling too, with path and query', () => {
    const { BACKEND_URL, WEB_PEERS, PURGE_URLS, APP_URL, CHAT_URL } = parseEnv({
      BACKEND_URL: 'HTTP://Backend:80/Base//',
      WEB_PEERS: 'http://B:3000/,HTTP://c:80',
      PURGE_URLS: 'HTTP://Cache:6082/',
      APP_URL: 'HTTPS://Designer.Example:443/Get/?from=/',
      CHAT_URL: 'https://Chat.Example/#/room/',
    })
    expect([BACKEND_URL, ...WEB_PEERS]).toEqual([
      'http://backend/Base',
      'http://b:3000',
      'http://c',
    ])
    expect([...PURGE_URLS, APP_URL, CHAT_URL]).toEqual([
      'http://cache:6082',
      'https://designer.example/Get/?from=/',
      'https://chat.example/#/room/',
    ])
    const { providers, GITHUB_API_URL } = backend({
      GITHUB_API_URL: 'HTTPS://Git.Example:443/api/v3/',
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: 'secret',
      GITHUB_TOKEN_URL: 'HTTP://Git.Example/token',
    })
    expect(GITHUB_API_URL).toBe('https://git.example/api/v3')
    expect(providers.github?.token).toBe('http://git.example/token')
  })

  it('of a storage have one spelling', () => {
    const { STORAGE_URL } = backend({
      STORAGE_URL:
        's3://k:s@Files.Example:443/bucket?downloads=signed&public=HTTPS://CDN.Example:443/',
    })
    expect(STORAGE_URL).toMatchObject({
      endpoint: 'https://files.example',
      publicEndpoint: 'https://cdn.example',
    })
    const refused = (STORAGE_URL: string, reason: string) =>
      expect(() => backend({ STORAGE_URL })).toThrow(`STORAGE_URL (${reason}`)
    refused('s3://k:s@host/bucket?public=https://cdn.example/a', 'it has an option')
    refused('s3://k:s@ho"st/bucket', 'its host is not one')
  })

  it('of an issuer are as in its tokens', () => {
    const OIDC_ISSUERS = '[{"url":"https://Git.Example.org/api/actions/","claims":"forgejo"}]'
    expect(backend({ OIDC_ISSUERS }).OIDC_ISSUERS.at(-1)?.url).toBe(
      'https://Git.Example.org/api/actions',
    )
  })

  it.each([
    ...['APP_URL', 'CHAT_URL', 'BACKEND_URL', 'WEB_PEERS', 'PURGE_URLS'].map(
      (name) => [name, parseEnv] as const,
    ),
    ...['GITHUB_API_URL', 'GITHUB_TOKEN_URL', 'GITHUB_USER_URL', 'GITHUB_ISSUER_URL'].map(
      (name) => [name, backend] as const,
    ),
  ])('%s with a password is refused', (name, parse) => {
    const login = () => parse({ [name]: 'https://ada:engine@host.example/a' })
    expect(login).toThrow('(it has a user name or a password; expected')
    expect(login).not.toThrow(/engine|host\.example/)
  })

  it.each(['BACKEND_URL', 'WEB_PEERS'])('%s with a query is refused: paths follow', (name) => {
    expect(() => parseEnv({ [name]: 'http://backend:4000/?a=1' })).toThrow('(it has a query;')
  })
})

describe('a refused value says what its file has added', () => {
  const COMMENT = /; it contains a comment: write the comment on a line of its own/
  const QUOTE = /; it begins or ends with a quotation mark/
  const LINE = /; it contains a line end or a character that is not shown/

  it.each([
    // As docker --env-file passes them on.
    ['SITE_URL', 'https://icons.example.org # our site', COMMENT],
    ['SITE_URL', '"https://icons.example.org" # our site', COMMENT],
    ['SITE_URL', 'https://icons.example.org\t#our site', COMMENT],
    ['PORT', '3000 # web', COMMENT],
    ['TRUSTED_PROXIES', '127.0.0.1 # nginx', COMMENT],
    ['SITE_URL', '"https://icons.example.org', QUOTE],
    ['SITE_URL', 'https://icons.example.org"', QUOTE],
    ['SITE_URL', '“https://icons.example.org”', QUOTE],
    ['PORT', "'3000", QUOTE],
    ['SITE_URL', 'https://icons.exam\tple.org', LINE],
    ['PORT', '3000\u200b', LINE],
    ['SITE_URL', 'https://icons. example.org', /; it contains a space\)/],
    // As systemd does: what follows a closed quotation is appended.
    ['SITE_URL', 'https://icons.example.org# our site', COMMENT],
  ])('%s: %j', (name, value, hint) => {
    expect(() => parseEnv({ [name]: value })).toThrow(hint)
    expect(() => parseEnv({ [name]: value })).not.toThrow(/our site|nginx|icons\.e\w+\.org \(/)
  })

  it('as Node reads it: comments and closed quotations are off, an open one is named', () => {
    const read = (file: string) => parseEnv(readByNode(file))
    const lines = [
      'SITE_URL=https://icons.example.org # our site',
      'SITE_URL="https://icons.example.org" # our site\r',
      "SITE_URL='https://icons.example.org'",
      'SITE_URL=`https://icons.example.org`',
    ]
    for (const line of lines) {
      expect(read(`${line}\nPORT=3000\n`).SITE_URL).toBe('https://icons.example.org')
    }
    expect(() => read('SITE_URL="https://icons.example.org\nPORT=3000\n')).toThrow(QUOTE)
    expect(() => read('SITE_URL="https://icons.example.org\nHOST="::1"\n')).toThrow(LINE)
  })

  it('and nothing where it has added nothing', () => {
    expect(() => parseEnv({ PORT: 'http' })).not.toThrow(/; it/)
  })
})
