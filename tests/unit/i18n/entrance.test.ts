import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { entrance } from '#lib/i18n/entrance.ts'

const enter = (path: string, headers: Record<string, string> = {}) => {
  const answer = entrance(new NextRequest(`http://localhost:3000${path}`, { headers }))
  const location = answer?.headers.get('location')
  return answer && { status: answer.status, to: location && new URL(location).pathname, answer }
}

describe('the entrance', () => {
  it.each([
    ['', '/home/index'],
    ['de', '/de/home/index'],
    ['zh-CN,zh;q=0.9,en;q=0.8', '/zh-cn/home/index'],
    ['zh-TW', '/zh-cn/home/index'],
    ['ko, fr-CA;q=0.8, en;q=0.5', '/fr/home/index'],
    ['en-US,en;q=0.9,ja;q=0.8', '/home/index'],
    ['*', '/home/index'],
    ['fr;q=0, ja;q=0.1', '/ja/home/index'],
    [';;;q=x,\u00ff', '/home/index'],
  ])('redirects / with Accept-Language %j to %s', (accepted, to) => {
    const entered = enter('/', { 'accept-language': accepted })
    expect(entered).toMatchObject({ status: 307, to })
    expect(entered?.answer.headers.get('cache-control')).toBe('no-store')
  })

  it('prefers the chosen language', () => {
    const headers = { 'accept-language': 'de', cookie: 'locale=ja' }
    expect(enter('/', headers)?.to).toBe('/ja/home/index')
    expect(enter('/', { ...headers, cookie: 'locale=tlh' })?.to).toBe('/de/home/index')
  })

  it.each(['/home/index', '/fr/home/faq', '/login', '/fr', '/home', '/xx'])(
    'leaves %s alone',
    (path) => {
      expect(enter(path)).toBeNull()
    },
  )
})
