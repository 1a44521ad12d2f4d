import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { heldPublicationsSchema } from '#lib/contract/admin/held.ts'
import type { Project } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { withRole } from '#tests/support/roles.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })

describe('where the first project of a new author waits for a moderator', () => {
  let [ada, mod] = ['', '']
  beforeEach(async () => {
    await backend.empty()
    ada = await registered(backend)
    mod = await withRole(backend, 'moderator')
    await review('first')
    backend.messages.length = 0
  })

  const review = async (value: string | null) => {
    const path = 'api/v1/admin/settings'
    const { data } = await operator(backend, path)
    const revision = Number(Reflect.get(Object(data), 'revision'))
    const body = { revision, values: { review: value } }
    expect(await operator(backend, path, body, OPERATOR_SECRET, 'PUT')).toMatchObject({ code: 200 })
  }
  const ask = (path: string, token?: string) => clientOf(backend).ask(path, token ? { token } : {})
  const held = async (token = mod) =>
    heldPublicationsSchema.parse((await ask('/admin/held', token)).data)
  const decide = (action: string, { id }: Project, token = mod) => {
    const body = { action, kind: 'icon', id, reason: 'Drawn with care' }
    return clientOf(backend).ask('/admin/held', { method: 'POST', body, token })
  }

  it('shows it to its author alone, and lists it with its texts', async () => {
    const project = await publishProject(backend, ada)
    expect(await ask(`/icon/${project.id}`)).toMatchObject({ code: 404 })
    expect(await ask(`/account/hidden/icon/${project.id}`, ada)).toMatchObject({
      data: { state: 'held', reason: '' },
    })
    const { items, total } = await held()
    expect(total).toBe(1)
    expect(items).toMatchObject([
      { id: project.id, title: 'Orchard', held_for: 'review', version: null, is_own: false },
    ])
    expect(items[0]?.description).toBe(project.description)
  })

  it('publishes it once a moderator has released it, with a mail, and the next one at once', async () => {
    const project = await publishProject(backend, ada)
    expect(await decide('release', project)).toMatchObject({ code: 200 })
    expect(await ask(`/icon/${project.id}`)).toMatchObject({ code: 200 })
    expect((await held()).total).toBe(0)
    expect(backend.messages.map(({ text }) => text).join()).toContain('Drawn with care')
    const second = await publishProject(backend, ada, { title: 'Meadow' })
    expect(await ask(`/icon/${second.id}`)).toMatchObject({ code: 200 })
  })

  it('a refused one stays hidden, and the next one waits too', async () => {
    const project = await publishProject(backend, ada)
    expect(await decide('refuse', project)).toMatchObject({ code: 200 })
    expect(await decide('release', project)).toMatchObject({ code: 404 })
    expect(await ask(`/icon/${project.id}`)).toMatchObject({ code: 404 })
    await publishProject(backend, ada, { title: 'Meadow' })
    expect((await held()).items).toMatchObject([{ title: 'Meadow' }])
  })

  it('those of accounts with a role do not wait, and nothing waits without the setting', async () => {
    const own = await publishProject(backend, mod)
    expect(await ask(`/icon/${own.id}`)).toMatchObject({ code: 200 })
    await review(null)
    const project = await publishProject(backend, ada)
    expect(await ask(`/icon/${project.id}`)).toMatchObject({ code: 200 })
  })

  it('a moderator does not decide about an own one, and accounts without a role see nothing', async () => {
    const project = await publishProject(backend, ada)
    expect((await ask('/admin/held', ada)).code).toBe(403)
    expect((await decide('release', project, ada)).code).toBe(403)
    await backend.db.execute(sql`UPDATE accounts SET role = 'moderator'`)
    expect((await held(ada)).items).toMatchObject([{ is_own: true }])
    expect(await decide('release', project, ada)).toMatchObject({ reason: 'own_report' })
    expect((await held()).items).toMatchObject([{ is_own: false }])
  })
})
