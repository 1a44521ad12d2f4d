import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '#lib/api/call.ts'
import { buildProject } from '#tests/support/builders.ts'
import {
  answer,
  type BackendFault,
  FAULTS,
  startFaultyBackend,
} from '#tests/support/faulty-backend.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { stubVariables } from '#tests/support/web-variables.ts'

const backend = await stoppedAtEnd(startFaultyBackend())
beforeEach(() => {
  stubVariables({ BACKEND_URL: backend.url })
})

/** The error of a failed read, including its message. */
async function failureOf(read: Promise<unknown>) {
  const error: unknown = await read.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('the read did not fail')
  return { ...error, message: error.message }
}

describe('a read', () => {
  it('returns the data of the envelope regardless of the HTTP status', async () => {
    const project = buildProject()
    backend.behave((_, res) => answer(res, 200, project, 500))
    expect(await call('project', { kind: 'icon', id: project.id })).toEqual(project)
  })

  it('requests the address of the contract with only the defined parameters', async () => {
    backend.behave((_, res) =>
      answer(res, 200, { items: [], total: 0, total_is_estimate: false, next: null }),
    )
    await call('list', { kind: 'flexpage', sort: '-name', author: 'Zoë & Co', os: undefined })
    expect(backend.requests.at(-1)?.url).toBe(
      '/api/v1/flexpage/list?sort=-name&author=Zo%C3%AB+%26+Co',
    )
  })

  it('detects a refusal by the code of the body, even with HTTP status 200', async () => {
    backend.behave((_, res) => answer(res, 404, null, 200))
    expect(await failureOf(call('project', { kind: 'icon', id: 'x' }))).toMatchObject({
      failure: { kind: 'refused', code: 404 },
    })
  })

  it.each<[BackendFault, number]>([
    ['html', 502],
    ['no envelope', 502],
    ['cut off', 502],
    ['other shape', 502],
    ['50 MB', 502],
    ['redirects', 502],
    ['answers 500', 503],
  ])('reports a broken backend (%s) as %i', async (fault, code) => {
    backend.behave(FAULTS[fault])
    expect(await failureOf(call('list', { kind: 'icon' }))).toMatchObject({
      failure: { code },
      digest: `BACKEND;${code}`,
    })
  })

  it(
    'times out within 8 s, whether the response never begins or stalls',
    { tags: 'long' },
    async () => {
      vi.stubEnv('WAIT_FACTOR', '1')
      backend.behave((req, res) =>
        FAULTS[req.url?.includes('/icon/') ? 'never answers' : 'begins and stops'](req, res),
      )
      const begun = performance.now()
      const failures = await Promise.all([
        failureOf(call('list', { kind: 'icon' })),
        failureOf(call('list', { kind: 'plugin' })),
      ])
      expect(failures).toMatchObject([{ failure: { code: 504 } }, { failure: { code: 504 } }])
      expect(performance.now() - begun).toBeLessThan(8000)
    },
  )

  it('reports an unreachable backend as 503, without its address', async () => {
    stubVariables({ BACKEND_URL: 'http://127.0.0.1:9' })
    const failure = await failureOf(call('list', { kind: 'icon' }))
    expect(failure).toMatchObject({ failure: { code: 503 } })
    expect(failure.message).not.toContain('127.0.0.1')
  })
})
