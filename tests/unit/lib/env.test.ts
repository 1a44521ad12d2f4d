import { describe, expect, it } from 'vitest'
import { parseEnv } from '#lib/env.ts'

describe('the configuration', () => {
  it('suits the embedded run when nothing is set, empty variables included', () => {
    expect(parseEnv({ PORT: '', SITE_URL: '' })).toMatchObject({
      PORT: 3000,
      BACKEND_URL: 'http://127.0.0.1:4000',
      SITE_URL: 'http://localhost:3000',
      TRUSTED_PROXIES: [],
    })
  })

  it('follows the ports where addresses are not set', () => {
    expect(parseEnv({ PORT: '8080', BACKEND_PORT: '8081' })).toMatchObject({
      BACKEND_URL: 'http://127.0.0.1:8081',
      SITE_URL: 'http://localhost:8080',
    })
  })

  it('takes addresses without their last slash', () => {
    expect(parseEnv({ SITE_URL: 'https://keys.example/' }).SITE_URL).toBe('https://keys.example')
  })

  it.each([
    ['PORT', '0'],
    ['PORT', 'http'],
    ['BACKEND_URL', 'ftp://x.example'],
    ['SITE_URL', 'keys.example'],
    ['INSTALL_URL_TEMPLATE', 'javascript:alert(1)'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy'],
    ['INTERNAL_SECRET', 'hunter2'],
  ])('names %s when it is %j, and does not repeat the value', (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(name)
    expect(() => parseEnv({ [name]: value })).not.toThrow(`${name} (${value}`)
  })
})
