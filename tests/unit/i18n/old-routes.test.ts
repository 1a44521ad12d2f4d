import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { oldRoute } from '#lib/i18n/old-routes.ts'

const lead = (path: string) => {
  const answer = oldRoute(new NextRequest(`http://localhost:3000${path}`))
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
    ['/login/thirdPartyPlatformLogin?state=a', '/login?state=a'],
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
    ['/project/detail?kind=icon', '/home/index'],
    ['/project/detail', '/home/index'],
  ])('%s leads to %s for good, in every language', (from, to) => {
    expect(lead(from)).toBe(`308 ${to}`)
    expect(lead(`/fr${from}`)).toBe(`308 /fr${to}`)
    expect(lead(`/zh-cn${from}`)).toBe(`308 /zh-cn${to}`)
  })

  it.each(['/home/index', '/home/faq', '/faq', '/alertPages/not_found', '/toString', '/fr/login'])(
    '%s is none',
    (path) => expect(lead(path)).toBeNull(),
  )
})
