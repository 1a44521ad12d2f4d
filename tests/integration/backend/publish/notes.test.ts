import { beforeEach, describe, expect, it } from 'vitest'
import { projectLogSchema } from '#lib/contract/project-log.ts'
import { versionsSchema } from '#lib/contract/publish.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'
import { releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const NOTES = 'Twelve icons.\n\n- **sun**\n- moon'

const backend = await testBackend()
const site = await stoppedAtEnd(startReleases())

describe('the notes of a published version', () => {
  let [ada, eve, id] = ['', '', '']
  beforeEach(async () => {
    await backend.empty()
    ada = await registered(backend)
    eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    id = (await publishProject(backend, ada)).id
    const file_id = await uploadFile(backend, ada, { bytes: (await buildIconPack('star')).bytes })
    await put('/icon', { id, version: '2.0.0', file_id, notes: 'One lien' })
  })

  const put = (path: string, body: unknown, token = ada) =>
    clientOf(backend).ask(path, { method: 'PUT', token, body })
  const correct = (version: string, notes: string, token = ada) =>
    put(`/icon/${id}/versions/${version}`, { notes }, token)
  const versions = async () =>
    versionsSchema.parse((await clientOf(backend).ask(`/icon/${id}/versions`)).data).items
  const notes = async () => (await versions()).map((one) => [one.version, one.notes])
  const events = async () => {
    const { data } = await clientOf(backend).ask(`/icon/${id}/log`, { token: ada })
    return projectLogSchema.parse(data).items.map(({ event, version }) => [event, version])
  }

  it('are corrected with their lines, of every version, and the log says so once', async () => {
    const files = (await versions()).map(({ file }) => file)
    expect(await correct('1.0.0', NOTES.replaceAll('\n', '\r\n'))).toMatchObject({ code: 200 })
    expect(await correct('1.0.0', NOTES)).toMatchObject({ code: 200, data: { version: '2.0.0' } })
    expect(await notes()).toEqual([
      ['2.0.0', 'One lien'],
      ['1.0.0', NOTES],
    ])
    expect((await versions()).map(({ file }) => file)).toEqual(files)
    expect((await events()).filter(([event]) => event === 'notes')).toEqual([['notes', '1.0.0']])
  })

  it('are corrected by a change of the project without a version, and stay without notes', async () => {
    expect(await put('/icon', { id, notes: 'One line' })).toMatchObject({ code: 200 })
    expect(await put('/icon', { id, title: 'Other' })).toMatchObject({ code: 200 })
    expect(await notes()).toEqual([
      ['2.0.0', 'One line'],
      ['1.0.0', ''],
    ])
  })

  it('can be emptied, are bounded, and belong to their author', async () => {
    expect(await correct('2.0.0', '')).toMatchObject({ code: 200 })
    expect(await correct('2.0.0', 'x'.repeat(2001))).toMatchObject({ code: 400, fields: ['notes'] })
    expect(await correct('2.0.0', 'Mine', eve)).toMatchObject({ code: 404 })
    expect(await correct('3.0.0', 'None')).toMatchObject({ code: 404 })
    expect(await put('/icon', { id, notes: 'Mine' }, eve)).toMatchObject({ code: 404 })
    expect(await notes()).toEqual([
      ['2.0.0', ''],
      ['1.0.0', ''],
    ])
  })
})

describe('the notes of a release', () => {
  beforeEach(() => site.begin())

  const notes = async () => {
    const { data } = await site.backend.get(`/plugin/${site.plugin.id}/versions`)
    return versionsSchema.parse(data).items.map((one) => [one.version, one.notes])
  }
  let count = 0
  /** The release has this text now, and the site looks at it. */
  async function say(body: string) {
    site.release([releaseOf('1.2.0', { body })])
    count += 1
    const answer = await site.send(site.noticeOf({ delivery_id: `notes-${count}` }))
    expect(answer.status).toBe(200)
  }

  it('follow its text when that changes', async () => {
    await say('Counts down.')
    await say('Counts **down**\n\nand up.')
    expect(await notes()).toEqual([
      ['1.2.0', 'Counts **down**\n\nand up.'],
      ['1.1.3', ''],
    ])
    await say('')
    expect((await notes())[0]).toEqual(['1.2.0', ''])
  })

  it('that are corrected at the site stay until the release has another text', async () => {
    await say('Counts down.')
    const place = `/plugin/${site.plugin.id}/versions/1.2.0`
    const body = { notes: 'Counts down, at last.' }
    await clientOf(site.backend).ask(place, { method: 'PUT', token: site.plugin.token, body })
    await say('Counts down.')
    expect((await notes())[0]).toEqual(['1.2.0', 'Counts down, at last.'])
    await say('Counts down and up.')
    expect((await notes())[0]).toEqual(['1.2.0', 'Counts down and up.'])
  })
})
