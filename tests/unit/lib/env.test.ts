import { afterEach, describe, expect, it, vi } from 'vitest'
import { env, parseEnv, setShownSettings } from '#lib/env.ts'

describe('the configuration', () => {
  it('has defaults for the embedded run, also for empty variables', () => {
    expect(parseEnv({ PORT: '', SITE_URL: '' })).toMatchObject({
      PORT: 3000,
      BACKEND_URL: 'http://127.0.0.1:4000',
      SITE_URL: 'http://localhost:3000',
      TRUSTED_PROXIES: [],
    })
  })

  it('derives addresses from the ports', () => {
    expect(parseEnv({ PORT: '8080', BACKEND_PORT: '8081' })).toMatchObject({
      BACKEND_URL: 'http://127.0.0.1:8081',
      SITE_URL: 'http://localhost:8080',
    })
  })

  it('removes trailing slashes of addresses', () => {
    expect(parseEnv({ SITE_URL: 'https://keys.example/' }).SITE_URL).toBe('https://keys.example')
  })

  it('takes featured projects by the addresses of their pages, in any language', () => {
    const list =
      'https://keys.example/de/home/iconpack/detail/a1?x=1, /home/page/detail/b_2,http://keys.example/home/plugin/detail/c-3'
    expect(parseEnv({ FEATURED: list }).FEATURED).toMatchObject([
      { kind: 'icon', id: 'a1' },
      { kind: 'flexpage', id: 'b_2' },
      { kind: 'plugin', id: 'c-3' },
    ])
    expect(parseEnv({}).FEATURED).toEqual([])
  })

  it.each([
    ['PORT', '0'],
    ['FEATURED', '/home/iconpack'],
    ['FEATURED', '/home/theme/detail/a1'],
    ['PORT', 'http'],
    ['BACKEND_URL', 'ftp://x.example'],
    ['SITE_URL', 'keys.example'],
    ['INSTALL_URL_TEMPLATE', 'javascript:alert(1)'],
    ['SUPPORT_EMAIL', 'unknown'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy'],
    ['INTERNAL_SECRET', 'hunter2'],
  ])('names an invalid %s without its value %j', (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(name)
    expect(() => parseEnv({ [name]: value })).not.toThrow(`${name} (${value}`)
  })
})

describe('featured projects', () => {
  afterEach(() => setShownSettings({}))
  const featured = '/home/iconpack/detail/a1'

  it('are those of the settings', () => {
    setShownSettings({ featured })
    expect(env().FEATURED).toMatchObject([{ kind: 'icon', id: 'a1' }])
  })

  it('are those of the variable where it is set', () => {
    vi.stubEnv('FEATURED', '/home/plugin/detail/b')
    setShownSettings({ featured })
    expect(env().FEATURED).not.toMatchObject([{ id: 'a1' }])
  })
})
