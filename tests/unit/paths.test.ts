import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { documents, endpoints, paths } from '#lib/paths.ts'

const route = (folder: string) => globSync(`app/${folder}/{page,route}.{ts,tsx}`).length === 1

describe('the addresses of the site', () => {
  it.each([
    [paths.home, '[[]locale]/home/(public)/index'],
    [paths.publish, '[[]locale]/home/(public)/publish'],
    ...KINDS.map((kind): [string, string] => [
      paths.howTo(kind),
      '[[]locale]/home/(public)/publish/[[]kind]',
    ]),
    [paths.automation(), '[[]locale]/home/(public)/publish/automation'],
    [paths.developers(), '[[]locale]/home/(public)/developers'],
    [paths.accountCalls, '[[]locale]/home/(public)/developers/account'],
    [paths.faq, '[[]locale]/home/(public)/faq'],
    [
      endpoints.figures({ kind: 'icon', id: 'a1', days: '30' }).split('?', 1).join(''),
      'api/figures',
    ],
    [paths.installed, '[[]locale]/home/installed'],
    [paths.search(), '[[]locale]/home/(public)/search'],
    [paths.login(), '[[]locale]/(auth)/login'],
    [paths.register(), '[[]locale]/(auth)/register'],
    [paths.resetPassword(), '[[]locale]/(auth)/resetpwd'],
    [paths.user, '[[]locale]/home/user'],
    [paths.chooseName(), '[[]locale]/home/user/name'],
    [paths.admin, '[[]locale]/admin'],
    [paths.adminAudit(), '[[]locale]/admin/audit'],
    [paths.adminRoles(), '[[]locale]/admin/roles'],
    [endpoints.form('admin-role'), 'api/form/[[]form]'],
    [paths.needsScripts, '[[]locale]/needs-scripts'],
    [paths.look, '[[]locale]/dev/look'],
    [paths.pseudo, '[[]locale]/dev/look/pseudo'],
    ...KINDS.flatMap((kind): [string, string][] => [
      [paths.upload(kind), `[[]locale]/home/user/upload${kind}`],
      [paths.edit(kind), `[[]locale]/home/user/edit${kind}`],
    ]),
    [documents.sitemap, 'sitemap.xml'],
    [documents.commandLine, 'keystrip-cli.tgz'],
    [endpoints.session, 'api/session'],
    [endpoints.endSession, 'api/session/end'],
    [endpoints.sessionCorner, 'api/session/corner.css'],
    [endpoints.renewSession('/'), 'api/session/renew'],
    [endpoints.preview(), 'api/preview'],
    [endpoints.plainForm('en', 'icon'), 'api/publish/[[]locale]/[[]kind]'],
    [endpoints.needsScripts, 'api/needs-scripts'],
  ])('%s has a route', (_path, folder) => {
    expect(route(folder)).toBe(true)
  })

  it('has a file for each icon of the site', () => {
    for (const name of ['192', '512', 'maskable-512'] as const) {
      expect(existsSync(`public${documents.pngIcon(name)}`), name).toBe(true)
    }
  })

  it.each(KINDS)('uses the contract’s segment for the pages of %s', (kind) => {
    const { path } = KIND_TABLE[kind]
    expect(paths.list(kind, { author: 'Ada & co' })).toBe(`/home/${path}?author=Ada+%26+co`)
    expect(paths.detail({ kind, id: 'abc-1' })).toBe(`/home/${path}/detail/abc-1`)
  })

  it('encodes names, even those with a lone surrogate', () => {
    expect(paths.author('a/b?c')).toBe('/home/author/a%2Fb%3Fc')
    expect(paths.author('a/b', 'icon')).toBe('/home/author/a%2Fb/iconpack')
    expect(paths.author('\uD800')).toBe('/home/author/%EF%BF%BD')
    expect(paths.account('Zoë')).toBe('/home/user/account/Zo%C3%AB')
    expect(documents.feed('de', { author: 'a/b' })).toBe('/feeds/de/author/a%2Fb.xml')
    expect(documents.card('ja', { author: 'a/b' })).toBe('/cards/ja/author/a%2Fb.jpg')
  })

  it('leaves out parameters without a value', () => {
    expect(paths.login({ redirect: null })).toBe('/login')
    expect(paths.login({ redirect: '/home/user?x=1', ended: '1' })).toBe(
      '/login?redirect=%2Fhome%2Fuser%3Fx%3D1&ended=1',
    )
    expect(documents.card('en', 'home')).toBe('/cards/en/home.jpg')
  })

  it('gives a share card an address with its version', () => {
    const project = { kind: 'icon', id: 'a' } as const
    expect(documents.card('en', project, 'x-1')).toBe('/cards/en/icon/a.jpg?v=x-1')
  })

  /** Patterns of Next and of `robots.txt`, and the old addresses, are no links. */
  const EXCEPTIONS = ['lib/paths.ts', 'lib/i18n/old-routes.ts']
  const LITERAL =
    /['"`](?:\/(?:home\/|login|register|resetpwd|cards\/|feeds\/|embed\/|oembed|sitemap|opensearch|needs-scripts|icons\/)|\/api\/(?:session|account|suggestions|preview|publish|needs-scripts|v1))[^'"`]*['"`]/

  it('are written in one file only', () => {
    const files = globSync('{app,components,lib}/**/*.{ts,tsx}').filter(
      (file) => !EXCEPTIONS.includes(file) && !file.startsWith('lib/contract/'),
    )
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => LITERAL.test(line) && !/^\s*(?:\*|\/[/*])|RouteContext</.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })
})
