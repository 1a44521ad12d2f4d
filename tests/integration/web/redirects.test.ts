import { expect, it } from 'vitest'
import { proxy } from '#lib/session/proxy.ts'
import { startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

const SITE = 'http://localhost:3000'

const backend = await stoppedAtEnd(startFaultyBackend())

const call = (path: string, init: RequestInit = {}) =>
  proxy(new Request(`${SITE}/api/v1${path}`, init))

it.each(['/icon/Yw2fWv0v/latest', '/icon/Yw2fWv0v/versions/1.0.0/file'])(
  'passes on where %s leads, with the tags of the project for a cache in front',
  async (path) => {
    stubVariables({ BACKEND_URL: backend.url, SITE_URL: SITE, SURROGATE_KEYS: '1' })
    const location = '/api/v1/file/f1/pack.iconpack'
    const sent = {
      location,
      'cache-control': 'public, max-age=60',
      'x-project': 'icon/Yw2fWv0v',
    }
    backend.behave((_, res) => res.writeHead(302, sent).end())
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await call(path, { method })
      expect([status, headers.get('location')]).toEqual([302, location])
      expect(headers.get('cache-control')).toBe('public, max-age=60')
      expect(headers.get('surrogate-key')).toBe('catalogue kind:icon project:icon:Yw2fWv0v')
      expect(headers.get('cache-tag')).toBe('catalogue,kind:icon,project:icon:Yw2fWv0v')
    }
  },
)
