import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aProject } from '#tests/support/builders.ts'
import { answer, type Fault, FAULTS, startFaultyBackend } from '#tests/support/faulty-backend.ts'

let backend: Awaited<ReturnType<typeof startFaultyBackend>>
beforeAll(async () => {
  backend = await startFaultyBackend()
})
afterAll(() => backend.stop())
beforeEach(() => {
  vi.stubEnv('BACKEND_URL', backend.url)
  vi.resetModules()
})
const projects = () => import('#lib/api/projects.ts')

/** What a read of a list says of its failure. */
async function failureOf(read: Promise<unknown>) {
  const error: unknown = await read.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('the read did not fail')
  return { ...error, message: error.message }
}

describe('a read', () => {
  it('answers the data of the envelope, whatever the HTTP status says', async () => {
    const project = aProject()
    backend.behave((_, res) => answer(res, 200, project, 500))
    const { getProject } = await projects()
    expect(await getProject('icon', project.id)).toEqual(project)
  })

  it('asks at the contract’s address, with what was chosen and nothing else', async () => {
    backend.behave((_, res) =>
      answer(res, 200, { items: [], total: 0, total_is_estimate: false, next: null }),
    )
    const { listProjects } = await projects()
    await listProjects('flexpage', { sort: '-name', author: 'Zoë & Co', os: undefined })
    expect(backend.requests.at(-1)?.url).toBe(
      '/api/v1/flexpage/list?sort=-name&author=Zo%C3%AB+%26+Co',
    )
  })

  it('knows a refusal by the body’s code, even with status 200', async () => {
    backend.behave((_, res) => answer(res, 404, null, 200))
    const { getProject } = await projects()
    expect(await failureOf(getProject('icon', 'x'))).toMatchObject({
      failure: { kind: 'refused', code: 404 },
    })
  })

  it.each<[Fault, number]>([
    ['html', 502],
    ['no envelope', 502],
    ['cut off', 502],
    ['other shape', 502],
    ['50 MB', 502],
    ['redirects', 502],
    ['says 500', 503],
  ])('says of a backend that is broken (%s) that it is %i', async (fault, code) => {
    backend.behave(FAULTS[fault])
    const { listProjects } = await projects()
    expect(await failureOf(listProjects('icon', {}))).toMatchObject({
      failure: { code },
      digest: `BACKEND;${code}`,
    })
  })

  it('gives up within 8 s, whether the answer never begins or stops on its way', async () => {
    backend.behave((req, res) =>
      FAULTS[req.url?.includes('/icon/') ? 'never answers' : 'begins and stops'](req, res),
    )
    const { listProjects } = await projects()
    const begun = performance.now()
    const failures = await Promise.all([
      failureOf(listProjects('icon', {})),
      failureOf(listProjects('plugin', {})),
    ])
    expect(failures).toMatchObject([{ failure: { code: 504 } }, { failure: { code: 504 } }])
    expect(performance.now() - begun).toBeLessThan(8000)
  })

  it('says of a backend that is not there that it is 503, and names no address', async () => {
    vi.stubEnv('BACKEND_URL', 'http://127.0.0.1:9')
    const { listProjects } = await projects()
    const failure = await failureOf(listProjects('icon', {}))
    expect(failure).toMatchObject({ failure: { code: 503 } })
    expect(failure.message).not.toContain('127.0.0.1')
  })
})
