import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { projectSchema } from '#lib/contract/project.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { projectInput } from '#tests/support/publishing.ts'

const GERMAN = { title: 'Wetterleuchten', description: 'Symbole für das Wetter der ganzen Woche.' }
const FRENCH = { title: 'Météo', description: 'Des icônes pour le temps de toute la semaine.' }

let ada = ''
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
})

const publish = async (fields: Record<string, unknown>) => {
  const answer = await clientOf(backend).post(
    '/icon',
    await projectInput(backend, ada, fields),
    ada,
  )
  return projectSchema.parse(answer.data)
}
const update = async (body: Record<string, unknown>) => {
  const answer = await clientOf(backend).ask('/icon', { method: 'PUT', body, token: ada })
  return projectSchema.parse(answer.data)
}
const detected = (language: string | null) => ({ language, language_is_detected: true })
const chosen = (language: string) => ({ language, language_is_detected: false })

describe('the language of a project', () => {
  it('is detected when a client leaves it out, and follows the text', async () => {
    const { id, ...project } = await publish(GERMAN)
    expect(project).toMatchObject(detected('de'))
    expect(await update({ id, ...FRENCH })).toMatchObject(detected('fr'))
    expect(await update({ id, tags: ['sky'] })).toMatchObject(detected('fr'))
    expect(await update({ id, title: 'X', description: '' })).toMatchObject(detected(null))
  })

  it('is the chosen one until another is chosen or detection is asked for', async () => {
    const { id, ...project } = await publish({ ...GERMAN, language: 'nl' })
    expect(project).toMatchObject(chosen('nl'))
    expect(await update({ id, ...FRENCH })).toMatchObject(chosen('nl'))
    expect(await update({ id, language: 'ca' })).toMatchObject(chosen('ca'))
    expect(await update({ id, language: null })).toMatchObject(detected('fr'))
  })

  it('is detected before saving', async () => {
    const ask = (body: Record<string, unknown>) =>
      clientOf(backend).post('/index/language', body, ada)
    expect(await ask(GERMAN)).toMatchObject({ data: { language: 'de' } })
    expect(await ask({ title: '', description: '' })).toMatchObject({ data: { language: null } })
  })

  it('is detected at the next save of a project from before', async () => {
    const { id } = await publish(GERMAN)
    await backend.db.execute(sql`UPDATE projects SET language = NULL, language_is_detected = false`)
    expect(await update({ id, tags: ['sky'] })).toMatchObject(detected('de'))
  })

  it.each(['', 'xx', 'DE', 'zh-cn', 'de-AT', 7])(
    'is refused at its field: %j',
    async (language) => {
      const input = await projectInput(backend, ada, { language })
      expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject({
        code: 400,
        reason: 'invalid_input',
        fields: ['language'],
      })
    },
  )

  it('is in every answer that shows the title', async () => {
    const { id } = await publish({ ...GERMAN, language: 'de' })
    const get = (path: string) => clientOf(backend).ask(path, { token: ada })
    const item = { data: { items: [{ language: 'de' }] } }
    expect(await get('/icon/list')).toMatchObject(item)
    expect(await get('/index/search?q=wetter')).toMatchObject(item)
    expect(await get('/index/icons?q=sun')).toMatchObject({
      data: { items: [{ project: { language: 'de' } }] },
    })
    expect(await get('/index/popular')).toMatchObject(item)
    await backend.db.execute(sql`
      UPDATE projects SET hidden_at = now();
      INSERT INTO audit (at, action, kind, project_id, title, author, reason, "by")
      VALUES (now(), 'hide', 'icon', ${sql.raw(`'${id}'`)}, 'x', 'x', 'x', 'x')`)
    expect(await get('/account/hidden')).toMatchObject(item)
  })
})
