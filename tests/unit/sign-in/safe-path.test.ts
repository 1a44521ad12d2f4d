import { describe, expect, it } from 'vitest'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { safePath } from '#lib/sign-in/safe-path.ts'

/** Ways to lead somewhere else, or to a place that is no target. */
const PAYLOADS = [
  'https://evil.example',
  'HTTPS://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%5Cevil.example/..//',
  '/%2F/evil.example',
  '/%2f%2fevil.example',
  '/%252f%252fevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/home/..//evil.example',
  '/%2e%2e//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '@evil.example',
  ':80',
  'evil.example',
  './evil',
  '?x',
  '#x',
  '',
  'http:evil.example',
  'http:/evil.example',
  '/\u0000/evil.example',
  '/api/v1/auth/log_out',
  '/API/session/end',
  '/%61pi/session/end',
  '/home/../api/session/end',
  '/_next/static/x.js',
  '/login?redirect=%2Flogin',
  '/fr/login',
  '/register',
  '/%',
  '/LOGIN/',
  '/a b',
  '/a\\b',
  '/%2525252541',
  `/${'x'.repeat(2000)}`,
  `/${'x'.repeat(3000)}`,
]

describe('a return path', () => {
  it.each([
    '/home/user/uploadicon',
    '/fr/home/user/x?y',
    '/home/user/editicon?id=abc&tab=2',
    '/home/user/account/Zo%C3%AB',
    '/zh-cn/home/iconpack?sort=name#list',
    '/home/user/x?next=https%3A%2F%2Fevil.example',
    '/home/user/x?q=a%2Fb',
    '/home/user/login',
    '/login-help',
    '/home/api/x',
    '/home//x',
    '/x%25y',
    '/%25252541',
    `/${'x'.repeat(1999)}`,
  ])('is kept unchanged: %s', (path) => {
    expect(safePath(path)).toBe(path)
    const address = new URL(localePath('fr', paths.login({ redirect: path })), 'http://x.test')
    expect(address.pathname).toBe('/fr/login')
    expect(safePath(address.searchParams.get('redirect'))).toBe(path)
  })

  it.each(PAYLOADS)('is rejected: %j', (payload) => {
    expect(safePath(payload)).toBeNull()
  })

  it.each(PAYLOADS)('is rejected when encoded: %j', (payload) => {
    const inner = safePath(encodeURIComponent(payload))
    expect(inner).toBeNull()
    const decoded = new URLSearchParams(`redirect=${encodeURIComponent(payload)}`).get('redirect')
    expect(safePath(decoded)).toBeNull()
  })

  it('keeps other scripts, percent-encoded', () => {
    expect(safePath('/home/user/account/Zoë')).toBe('/home/user/account/Zo%C3%AB')
  })

  it('is null without a value', () => {
    expect(safePath(null)).toBeNull()
    expect(safePath(undefined)).toBeNull()
  })
})
