// @module-tag long
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { keptFormIdSchema, keptFormsSchema } from '#lib/contract/kept-form.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { readExceptions } from '#scripts/release/exceptions.ts'
import { createInput, dataOf, register, send } from '#tests/contract/creator.ts'
import type { CheckedBackend } from '#tests/contract/target.ts'
import {
  AGE_BY_TWO_DAYS,
  lossOf,
  prepare,
  type AgedSite,
  type AgedState,
  stateOf,
  sweepNow,
  sweepOnce,
} from '#tests/support/aged-site.ts'
import { checkOutBackend, releasesBefore } from '#tests/support/release-code.ts'

/*
 * After an upgrade the site may go back, and during one both releases sweep one database. So the code of the last two releases in
 * docs/releases.json runs every sweep and its jobs on rows of every table, and destroys nothing that the sweeps of now keep. Needs the history
 * of the repository.
 */

/** What the search finds again from what it finds in projects; this release does so at its start. */
const EMPTIED = ['related_projects', 'search_words']

const exceptionsOf = (version: string) =>
  readExceptions(readFileSync('docs/upgrading.md', 'utf8')).flatMap((one) =>
    one.startsWith(`${version} `) ? one.slice(version.length + 1) : [],
  )

const releases = releasesBefore()
let should: AgedState
let tables: string[]
beforeAll(async () => {
  if (releases.length === 0) return
  const site = await prepare()
  tables = site.tables
  const before = await stateOf(site)
  const { backend } = await sweepOnce(site, { alone: true })
  await backend.stop()
  const after = await stateOf(site)
  should = {
    columns: before.columns.intersection(after.columns),
    objects: before.objects.intersection(after.objects),
    trash: new Set(),
  }
  await site.stop()
})

it.skipIf(releases.length === 0)('has rows of every table that are kept', () => {
  const kept = new Set([...should.columns].map((place) => place.slice(0, place.indexOf(' '))))
  expect(tables.filter((table) => !kept.has(table))).toEqual(EMPTIED)
})

describe.skipIf(releases.length === 0).each(releases)('$version', ({ version, commit }) => {
  let code: Awaited<ReturnType<typeof checkOutBackend>>
  let site: AgedSite
  const running: { stop: () => Promise<unknown> }[] = []
  const start = async (folder: string | undefined, alone: boolean) => {
    const { backend, target } = await sweepOnce(site, { folder, alone })
    running.push(backend)
    return { backend, target }
  }
  let ofNow: CheckedBackend | undefined
  const startNow = async () => (ofNow ??= (await start(undefined, false)).target)
  beforeAll(async () => {
    code = await checkOutBackend(commit)
    site = await prepare()
  })
  afterAll(async () => {
    for (const one of running) await one.stop()
    await site?.stop()
    await code?.remove()
  })

  it('alone destroys nothing that the release of now keeps, but for what docs/upgrading.md says', async () => {
    const { backend } = await start(code.folder, true)
    expect(await lossOf(site, should)).toEqual({ lost: [], moved: exceptionsOf(version) })
    await backend.stop()
  })

  it('beside the release of now destroys no more', async () => {
    await startNow()
    const { backend } = await start(code.folder, false)
    expect(await lossOf(site, should)).toEqual({ lost: [], moved: exceptionsOf(version) })
    await backend.stop()
  })

  it('leaves drafts of two days with their files, which are continued, published and deleted in both', async () => {
    const now = await startNow()
    const creator = await register(now)
    const leaving = await register(now)
    const keep = async (target: CheckedBackend, token: string, body: object) =>
      dataOf(await send(target, '/account/forms', { token, body }), keptFormIdSchema).id
    const draft = async (token: string, title: string) => {
      const content = { ...(await createInput(now, token, 'icon')), title }
      const file_ids = [content.file_id, content.cover_id, ...content.gallery_ids]
      const key = `key-of-${title}`
      const id = await keep(now, token, { content, kind: 'icon', title, file_ids, key })
      return { id, key, content, file_ids }
    }
    const published = await draft(creator.token, 'published-then')
    const continued = await draft(creator.token, 'continued-now')
    const discarded = await draft(creator.token, 'discarded')
    const left = await draft(leaving.token, 'left')
    // 0.1.0 keeps ten forms of an account.
    const titles = Array.from({ length: 12 }, (_, at) => `draft-${at}`)
    for (const title of titles)
      await keep(now, creator.token, { content: { title }, kind: 'icon', title })
    await site.ask((client) => client.query(AGE_BY_TWO_DAYS))

    const { target: then } = await start(code.folder, false)
    const find = async (target: CheckedBackend, id: string) =>
      (await send(target, `/account/forms/${id}`, { method: 'GET', token: creator.token })).data
    const drafts = async () =>
      dataOf(
        await send(now, '/account/forms', { method: 'GET', token: creator.token }),
        keptFormsSchema,
      ).items.length
    const form = await keep(then, creator.token, { content: { title: 'previewed' } })
    expect(await drafts()).toBe(15)
    for (const target of [then, now]) {
      expect(await find(target, form)).toMatchObject({ content: { title: 'previewed' } })
      expect(await find(target, continued.id)).toMatchObject({ content: continued.content })
    }
    expect(await site.filesOf(continued.file_ids)).toEqual({
      rows: 3,
      objects: true,
      isAged: false,
    })

    const post = async (target: CheckedBackend, { content, key }: typeof published) =>
      dataOf(
        await send(target, '/icon', {
          token: creator.token,
          body: content,
          key,
        }),
        projectSchema,
      )
    await post(then, published)
    const change = {
      content: { ...continued.content, title: 'Changed' },
      kind: 'icon',
      title: 'Changed',
      file_ids: continued.file_ids,
    }
    const changing = version === '0.1.0' ? now : then
    const body = { method: 'PUT', token: creator.token, body: change } as const
    dataOf(await send(changing, `/account/forms/${continued.id}`, body), keptFormIdSchema)
    await post(now, continued)
    await send(now, `/account/forms/${discarded.id}`, { method: 'DELETE', token: creator.token })
    const proof = { username: leaving.username, password: leaving.password }
    expect(
      await send(then, '/account/delete', { token: leaving.token, body: proof }),
    ).toMatchObject({ code: CODE_OK })

    await sweepNow(site)
    for (const one of [published, continued]) {
      expect(await site.filesOf(one.file_ids)).toMatchObject({ rows: 3, objects: true })
    }
    for (const one of [discarded, left]) {
      expect(await site.filesOf(one.file_ids)).toEqual({ rows: 0, objects: false, isAged: false })
    }
  })
})
