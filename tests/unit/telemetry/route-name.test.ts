import { expect, it } from 'vitest'
import { routeNameOf } from '#server/route-name.ts'

it.each([
  ['/', 'home'],
  ['/fr', 'home'],
  ['/home/index', 'home'],
  ['/zh-cn/home/iconpack', 'list'],
  ['/home/plugin/detail/abc', 'detail'],
  ['/de/home/search', 'search'],
  ['/home/user/account/name', 'user'],
  ['/de/admin/audit', 'admin'],
  ['/login', 'sign-in'],
  ['/github-callback', 'sign-in'],
  ['/_next/static/x.js', 'asset'],
  ['/_flight/abc/home/index', 'flight'],
  ['/api/v1/icon/list', 'api:list'],
  ['/api/v1/unknown/someone@example.com', 'api'],
  ['/api/session/github/return', 'session'],
  ['/readyz', 'health'],
  ['/someone@example.com', 'other'],
  ['/home/iconpack/detail/a/b', 'other'],
])('%s is %s', (path, name) => expect(routeNameOf(path)).toBe(name))
