import { beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { dailyCounts, projects } from '#backend/db/tables.ts'
import { aggregateCounts } from '#backend/services/statistic/aggregate.ts'
import { projectFiguresSchema } from '#lib/contract/figures/figures.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })

let [token, id] = ['', '']
beforeEach(async () => {
  await backend.empty()
  backend.setClock('2026-06-15T12:00:00Z')
  token = await registeredByMail(backend, { secret: OPERATOR_SECRET })
  id = (await publishProject(backend, token)).id
})

const ask = (by = token) => clientOf(backend).ask(`/icon/${id}/figures`, { token: by })
const figures = async () => projectFiguresSchema.parse((await ask()).data)

/** Downloads a path as a visitor of a network. */
async function download(path: string, network: string) {
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
    'x-internal-secret': OPERATOR_SECRET,
    'x-client-address': network,
  }
  const answer = await backend.app.request(path, { headers })
  await answer.arrayBuffer()
  expect(answer.status).toBe(200)
}
const fileOf = async () =>
  projectSchema.parse((await backend.get(`/icon/${id}`)).data).file?.url ?? ''

describe('GET /{kind}/{id}/figures', () => {
  it('has 400 days one by one and the time before by month, before and after it is summed', async () => {
    const rows = [
      ['2026-06-15', 'view', 3],
      ['2026-06-15', 'install', 1],
      ['2025-05-12', 'view', 5],
      ['2025-05-11', 'view', 7],
      ['2025-03-20', 'download', 2],
      ['2025-03-02', 'download', 4],
    ] as const
    for (const [day, event, count] of rows) {
      await backend.db.insert(dailyCounts).values({ projectId: id, day, event, count })
    }
    const expected = {
      from: '2025-05-12',
      days: [
        { day: '2025-05-12', views: 5, downloads: 0, installs: 0 },
        { day: '2026-06-15', views: 3, downloads: 0, installs: 1 },
      ],
      months: [
        { month: '2025-03', views: 0, downloads: 6, installs: 0 },
        { month: '2025-05', views: 7, downloads: 0, installs: 0 },
      ],
    }
    expect(await figures()).toMatchObject(expected)
    await aggregateCounts(backend.db, new Date('2026-06-15T12:00:00Z'))
    expect(await figures()).toMatchObject(expected)
  })

  it('counts downloads of each version, of one that is current or former, however old it is', async () => {
    const first = await fileOf()
    await download(first, '198.51.100.1')
    const { bytes } = await buildIconPack('star')
    const file_id = await uploadFile(backend, token, { bytes })
    const body = { id, version: '1.1.0', file_id }
    expect(await clientOf(backend).ask('/icon', { method: 'PUT', token, body })).toMatchObject({
      code: 200,
    })
    backend.setClock('2026-09-15T12:00:00Z')
    await download(await fileOf(), '198.51.100.2')
    await download(await fileOf(), '198.51.100.2')
    await download(first, '198.51.100.3')
    // The session has ended meanwhile.
    backend.setClock('2026-06-15T12:00:00Z')
    const { versions } = await figures()
    expect(versions.map(({ version, downloads }) => [version, downloads])).toEqual([
      ['1.1.0', 1],
      ['1.0.0', 2],
    ])
  })

  it('is 404 for the projects of others and hidden ones', async () => {
    const other = await registeredByMail(backend, {
      username: 'grace',
      email: 'grace@example.com',
      secret: OPERATOR_SECRET,
    })
    expect(await ask(other)).toMatchObject({ code: 404 })
    await backend.db.update(projects).set({ hiddenAt: new Date() }).where(eq(projects.id, id))
    expect(await ask()).toMatchObject({ code: 404 })
  })
})
