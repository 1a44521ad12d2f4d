import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { redirectAddress } from '#lib/i18n/redirects.ts'

const lead = (path: string, cookie = '') => {
  const request = new NextRequest(`http://localhost:3000${path}`, { headers: { cookie } })
  const answer = redirectAddress(request, () => {})
  const to = answer && new URL(answer.headers.get('location') ?? '')
  return to && `${answer.status} ${to.pathname}${to.search}`
}

describe('an old address', () => {
  it.each([
    ['/faq/faq', '/home/faq'],
    ['/home/home', '/home/index'],
    ['/login/login?redirect=%2Fx', '/login?redirect=%2Fx'],
    ['/login/register', '/register'],
    ['/login/resetPassword', '/resetpwd'],
    ['/search/search?q=sun', '/home/search?q=sun'],
    ['/user/user', '/home/user'],
    ['/user/project/myProject', '/home/user'],
    ['/user/project/addProject/uploadIcon', '/home/user/uploadicon'],
    ['/user/project/editProject/editPlugin?id=a1', '/home/user/editplugin?id=a1'],
    ['/project/projectList', '/home/iconpack'],
    ['/project/projectList?kind=flexpage&sort=name', '/home/page?sort=name'],
    ['/project/projectList?kind=page', '/home/page'],
    ['/project/projectList?kind=house', '/home/iconpack?kind=house'],
    ['/project/detail?kind=icon&id=a1&from=mail', '/home/iconpack/detail/a1?from=mail'],
    ['/project/detail?kind=profile&id=..%2F..%2Flogin', '/home/profile/detail/..%2F..%2Flogin'],
    ['/project/projectList?type=plugin', '/home/plugin'],
    ['/project/detail?type=flexpage&id=a1', '/home/page/detail/a1'],
    ['/project/detail?type=iconpack&id=a1', '/home/iconpack/detail/a1'],
    ['/project/detail?kind=house&type=icon&id=a1', '/home/iconpack/detail/a1'],
    ['/project/detail?kind=icon', '/home/index'],
    ['/project/detail', '/home/index'],
  ])('%s leads to %s for good, in every language', (from, to) => {
    expect(lead(from)).toBe(`308 ${to}`)
    expect(lead(`/fr${from}`)).toBe(`308 /fr${to}`)
    expect(lead(`/zh-cn${from}`)).toBe(`308 /zh-cn${to}`)
  })

  it.each(['/project/detail?id=a1', '/fr/project/detail?kind=house&id=a1'])(
    '%s is a page, which looks up the kind of the project',
    (path) => expect(lead(path)).toBeNull(),
  )

  it.each(['/home/index', '/home/faq', '/faq', '/alertPages/not_found', '/toString', '/fr/login'])(
    '%s is none',
    (path) => expect(lead(path)).toBeNull(),
  )
})

describe('the old callback address', () => {
  const old = '/login/thirdPartyPlatformLogin'

  it('redirects to the callback page of the provider in the query', () => {
    expect(lead(`${old}?provider=discord&code=x&state=y`)).toBe(
      '307 /discord-callback?code=x&state=y',
    )
    expect(lead(`/de${old}?provider=github&code=x`)).toBe('307 /de/github-callback?code=x')
  })

  it('redirects to the callback page of the provider whose flow is under way', () => {
    expect(lead(`${old}?code=x&state=y`, 'oauth_github=sealed')).toBe(
      '307 /github-callback?code=x&state=y',
    )
    expect(lead(`${old}?code=x`, '__Host-oauth_discord=sealed')).toBe(
      '307 /discord-callback?code=x',
    )
  })

  it('redirects to a callback page that reports a missing flow', () => {
    expect(lead(`${old}?provider=unknown&state=a`)).toBe('307 /google-callback?state=a')
  })
})
