import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { changes } from '#backend/db/tables.ts'
import { registeredByMail } from '#tests/support/accounts.ts'
import type { TestBackend } from '#tests/support/backend.ts'
import { useNames } from '#tests/support/names-backend.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { verify } from '#tests/support/verified.ts'
import { waitFor } from '#tests/support/wait.ts'

let backend: TestBackend
let ada = ''
let eve = ''
const { ask, changeAuthor, shown, listed } = useNames((site) => ({ backend, ada, eve } = site))

const NIGHT = 'Night bus'

describe('a display name', () => {
  const MINA = '小鳥遊ミナ'

  it('is shown with every project, found by search, exported, and removed', async () => {
    const project = await publishProject(backend, ada, { title: NIGHT })
    expect(await changeAuthor(ada, ` ${MINA} `)).toMatchObject({
      code: 200,
      data: { name: 'ada_lovelace', display_name: MINA },
    })
    const author = { name: 'ada_lovelace', display_name: MINA }
    expect(await shown(project)).toMatchObject({ author })
    expect(await ask('/icon/list?view=card&author=ada_lovelace')).toMatchObject({
      data: { items: [{ author }], author },
    })
    expect(await ask('/account/info', ada)).toMatchObject({ data: { display_name: MINA } })
    expect(await ask('/account/export', ada)).toMatchObject({
      data: { author: { display_name: MINA } },
    })
    const found = async (q: string) => (await ask(`/index/search?q=${encodeURIComponent(q)}`)).data
    await waitFor(async () => {
      expect(await found(MINA)).toMatchObject({ items: [{ id: project.id, author }] })
    })
    expect(await found('lovelace')).toMatchObject({ items: [{ id: project.id }] })
    const [{ id } = { id: '' }] = await backend.db
      .select({ id: changes.projectId })
      .from(changes)
      .orderBy(sql`${changes.id} DESC`)
    expect(id).toBe(project.id)
    // A program of before does not have the field.
    await ask('/account/author', ada, 'PUT', { about: 'Draws.', links: [] })
    expect(await shown(project)).toMatchObject({ author })
    await changeAuthor(ada, '')
    expect(await shown(project)).toMatchObject({ author: { display_name: null } })
  })

  it.each([
    ['blank', '\u3164'],
    ['direction', 'photo\u202egnp'],
    ['marks', `e${'\u0301'.repeat(5)}`],
    ['length', 'x'.repeat(41)],
  ])('is refused for its %s, with its field', async (_, name) => {
    expect(await changeAuthor(ada, name)).toMatchObject({ code: 400, fields: ['display_name'] })
  })

  it('that looks like another author’s is named and listed, and refused if that one is verified', async () => {
    const project = await publishProject(backend, ada, { title: NIGHT })
    expect(await changeAuthor(eve, 'Аdа_lovelace')).toMatchObject({
      code: 200,
      data: { same_name: { name: 'ada_lovelace', display_name: null } },
    })
    await publishProject(backend, eve, { title: 'Day bus' })
    expect(await listed()).toMatchObject({
      same_authors: [
        expect.arrayContaining([
          { name: 'ada_lovelace', display_name: null, is_verified: false },
          { name: 'evening', display_name: 'Аdа_lovelace', is_verified: false },
        ]),
      ],
    })
    await verify(backend, project)
    await changeAuthor(eve, null)
    expect(await changeAuthor(eve, 'ADA_LOVELACE')).toMatchObject({
      code: 409,
      reason: 'imitates',
      fields: ['display_name'],
    })
    expect(await changeAuthor(ada, 'Ada Lovelace')).toMatchObject({ code: 200 })
    expect(await changeAuthor(eve, 'Аda Lovelace')).toMatchObject({ code: 409 })
  })

  it('of an account without projects is not shown to others by its namesakes', async () => {
    await changeAuthor(ada, 'Ada')
    expect(await changeAuthor(eve, 'Ada')).toMatchObject({ code: 200, data: { same_name: null } })
  })
})

it('a user name that looks like a verified author’s counts as taken', async () => {
  await verify(backend, await publishProject(backend, ada, { title: NIGHT }))
  await expect(
    registeredByMail(backend, { username: 'ada_Iovelace', email: 'mallory@example.com' }),
  ).rejects.toThrow('token')
  await registeredByMail(backend, { username: 'ada_lavelace', email: 'mallory@example.com' })
})
