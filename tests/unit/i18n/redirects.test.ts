import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { removeDefaults } from '#lib/catalogue/rewrite.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { redirectAddress } from '#lib/i18n/redirects.ts'
import { paths } from '#lib/paths.ts'

const answerTo = (path: string) =>
  redirectAddress(new NextRequest(`http://localhost:3000${path}`), removeDefaults)

const lead = (path: string) => {
  const answer = answerTo(path)
  const to = answer && new URL(answer.headers.get('location') ?? '')
  return to && `${answer.status} ${to.pathname}${to.search}`
}

const ALL = [
  paths.home,
  paths.faq,
  paths.search(),
  paths.login(),
  paths.register(),
  paths.resetPassword(),
  paths.user,
  paths.chooseName(),
  paths.account('Ada'),
  paths.author('Ada B'),
  paths.about('imprint'),
  paths.needsScripts,
  '/google-callback',
  ...KINDS.flatMap((kind) => [
    paths.list(kind),
    paths.detail({ kind, id: 'aB-1' }),
    paths.upload(kind),
    paths.edit(kind),
    paths.ownProjects(kind),
    paths.ownProjects(kind, 'Ada'),
  ]),
] as const

describe('an address is redirected for good, in one step,', () => {
  it.each(LOCALES)('to itself without a slash at the end: every page in %s', (locale) => {
    for (const page of ALL) {
      const path = localePath(locale, page)
      expect(lead(path), path).toBeNull()
      expect(lead(`${path}/?x=1`), path).toBe(`308 ${path}?x=1`)
    }
  })

  it.each([
    ['/home', '/home/index'],
    ['/home/', '/home/index'],
    ['/fr', '/fr/home/index'],
    ['/fr/', '/fr/home/index'],
    ['/ja/home/', '/ja/home/index'],
    ['/en', '/home/index'],
    ['/home?x=1', '/home/index?x=1'],
  ])('from the entrance %s to %s', (from, to) => {
    expect(lead(from)).toBe(`308 ${to}`)
  })

  it.each([
    ['/en/home/iconpack?os=linux', '/home/iconpack?os=linux'],
    ['/en/home/', '/home/index'],
    ['/EN/Home/FAQ/', '/home/faq'],
    ['/DE/Home/Publish/Automation/', '/de/home/publish/automation'],
    ['/zh-CN/home/index', '/zh-cn/home/index'],
    ['/FR/Home/IconPack/Detail/aB-1', '/fr/home/iconpack/detail/aB-1'],
    ['/Home/Author/Ada%20B', '/home/author/Ada%20B'],
    ['/Home/User/UploadIcon', '/home/user/uploadicon'],
    ['/home/user/EditPlugin?id=aB', '/home/user/editplugin?id=aB'],
    ['/LOGIN', '/login'],
    ['/Google-Callback?code=aB', '/google-callback?code=aB'],
    ['/en/LOGIN/resetpassword/', '/resetpwd'],
    ['/DE/Project/Detail/?kind=icon&id=aB', '/de/home/iconpack/detail/aB'],
    ['/project/projectlist?kind=plugin&sort=popular', '/home/plugin'],
  ])('from another spelling: %s to %s', (from, to) => {
    expect(lead(from)).toBe(`308 ${to}`)
  })

  it.each([
    ['/home/iconpack?sort=popular', '/home/iconpack'],
    ['/ja/home/page?sort=&os=&category=&minimum_version=', '/ja/home/page'],
    ['/home/plugin?sort=popular&os=macos&utm_source=x', '/home/plugin?os=macos&utm_source=x'],
    ['/home/profile?limit=24', '/home/profile'],
    ['/home/iconpack?sort=popular&sort=name', '/home/iconpack'],
  ])('from a list with parameters that change nothing: %s to %s', (from, to) => {
    expect(lead(from)).toBe(`308 ${to}`)
  })
})

describe('a language that is not offered leads to the nearest one until it is, in one step,', () => {
  it.each([
    ['/pt/home/faq', '/home/faq'],
    ['/pt-BR/home/search?q=sun&os=linux', '/home/search?q=sun&os=linux'],
    ['/es-419/home/iconpack/detail/aB-1?from=mail', '/home/iconpack/detail/aB-1?from=mail'],
    ['/zh/home/index', '/zh-cn/home/index'],
    ['/zh-TW/home/iconpack?sort=name', '/zh-cn/home/iconpack?sort=name'],
    ['/de-AT/login?redirect=%2Fhome%2Fuser', '/de/login?redirect=%2Fhome%2Fuser'],
    ['/en-us/home/faq', '/home/faq'],
    ['/JA-JP/Home/FAQ/', '/ja/home/faq'],
    ['/pt', '/home/index'],
    ['/pt/', '/home/index'],
    ['/pt/no-such-page?x', '/no-such-page?x'],
    ['/fr-ca/project/detail?kind=icon&id=aB', '/fr/home/iconpack/detail/aB'],
  ])('%s to %s', (from, to) => {
    expect(lead(from)).toBe(`307 ${to}`)
    expect(answerTo(from)?.headers.get('x-robots-tag')).toBe('noindex')
  })

  it.each(['/fr/home/faq/', '/en/home/faq', '/'])('an offered one is indexed: %s', (path) => {
    expect(answerTo(path)?.headers.has('x-robots-tag')).toBe(false)
  })
})

it.each([
  '/xx/home/faq',
  '/pt-xx/home/faq',
  '/pt-999/home/faq',
  '/pt_br/home/faq',
  '/zh-hant/home/faq',
  '/yue/home/faq',
  '/de-/home/faq',
  '/p%74/home/faq',
  '/home/iconpack?sort=name&os=macos',
  '/home/iconpack?y',
  '/home/search?q=&sort=',
  '/home/iconpack/detail/aB?sort=popular',
  '/no-such-page',
  '/Home/No-Such-Page',
  '/fr/XYZ',
  '/alertPages/not_found',
])('%s is not redirected', (path) => {
  expect(lead(path)).toBeNull()
})
