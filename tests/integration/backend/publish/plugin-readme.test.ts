import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { README_MAX } from '#lib/contract/limits.ts'
import { accountExportSchema } from '#lib/contract/account/export.ts'
import { searchSchema } from '#lib/contract/search.ts'
import { listSchema } from '#lib/contract/list.ts'
import { registered } from '#tests/support/accounts.ts'
import { commitOf, FIRST_GENERATION, pluginRepository } from '#tests/support/github-stub.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { operatorOf } from '#tests/support/hidden.ts'
import { startReadmes } from '#tests/support/readmes.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const README = '# Example\n\nCounts up.\n\n## Usage\n\nPress a key, [see](docs/usage.md).\n'

const site = await stoppedAtEnd(startReadmes({ internalSecret: OPERATOR_SECRET }))
beforeEach(() => site.begin())

/** Texts for the page, by file name. */
const marketplace = (texts: Record<string, string>) => {
  const files = Object.entries(texts).map(([name, text]) => [`.marketplace/${name}`, text])
  return { files: { ...pluginRepository().files, ...Object.fromEntries(files) } }
}

describe('the README of a plugin', () => {
  it('is stored with its commit, apart from the description, which its opening proposes', async () => {
    site.repository(README)
    expect(await site.check()).toMatchObject({ data: { description: 'Counts up.' } })
    const id = await site.publish()
    const { readme, description } = await site.read(id)
    expect(description).not.toContain('Press a key')
    expect(readme).toEqual({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      fetched_at: '2026-06-01T12:00:00.000Z',
      texts: [{ language: 'en', path: 'README.md', text: README, is_cut: false }],
      pictures: [],
    })
  })

  it('is that of the commit of the release, not of the branch', async () => {
    site.repository(README)
    const asked = new Set<string>()
    site.github.behave((_, path, req) => {
      if (/readme|marketplace/.test(path)) asked.add(new URL(req.url ?? '', 'http://x').search)
      return false
    })
    const id = await site.publish()
    const { readme } = await site.read(id)
    expect([...asked]).toEqual([`?ref=${readme?.commit}`])
  })

  it.each([
    ['without a release or a tag', { release: undefined, tags: [] }],
    ['whose tag is gone', { release: undefined, tags: ['v1.1.3'] }],
  ])('of a repository %s is that of the default branch', async (_, said) => {
    site.repository(README, {}, { ...said, branch: 'trunk' })
    site.github.behave((res, path) => {
      if (!path.includes('/commits/tags/')) return false
      res.writeHead(422).end('{}')
      return true
    })
    const id = await site.publish()
    expect((await site.read(id)).readme?.texts).toMatchObject([{ text: README }])
  })

  it.each(['.github/README.md', 'docs/README.md', 'README', 'readme.markdown'])(
    'may be %s',
    async (path) => {
      const files = { ...pluginRepository().files, [path]: README }
      site.github.add('ada/elsewhere', pluginRepository({ files }))
      const id = await site.publish(site.ada.token, 'ada/elsewhere')
      expect((await site.read(id)).readme?.texts).toMatchObject([{ path, text: README }])
    },
  )

  it('is cut at the end of a line within 64 KiB, and says so', async () => {
    const line = `${'数える。'.repeat(20)}\n`
    site.repository(`# Example\n\n${line.repeat(400)}`)
    const [text] = (await site.read(await site.publish())).readme?.texts ?? []
    const bytes = Buffer.byteLength(text?.text ?? '')
    expect(text).toMatchObject({ language: 'ja', is_cut: true })
    expect(text?.text.endsWith(line)).toBe(true)
    expect(bytes).toBeLessThanOrEqual(README_MAX)
    expect(bytes).toBeGreaterThan(README_MAX - Buffer.byteLength(line))
  })

  it('has the texts that the repository has for languages of the site, that for the others first', async () => {
    const german = 'Zählt nach oben, in Schritten von eins.'
    site.repository(README, {}, marketplace({ 'README.de.md': german, 'README.ja.md': '数える。' }))
    const { readme } = await site.read(await site.publish())
    expect(readme?.texts.map(({ language, path }) => [language, path])).toEqual([
      ['en', 'README.md'],
      ['de', '.marketplace/README.de.md'],
      ['ja', '.marketplace/README.ja.md'],
    ])
  })

  it('gives way to a text that is written for the page in its language', async () => {
    site.repository(README, {}, marketplace({ 'README.en.md': 'Counts.' }))
    const { readme } = await site.read(await site.publish())
    expect(readme?.texts).toMatchObject([{ path: '.marketplace/README.en.md', text: 'Counts.' }])
  })

  it('is renewed with the next release; without a README there is none', async () => {
    site.repository(README)
    const id = await site.publish()
    const version = '1.2.0'
    const manifest = JSON.stringify({ ...JSON.parse(FIRST_GENERATION), version })
    const release = { tag: 'v1.2.0', assets: [] }
    const files = { 'com.eniac.example.plugin/manifest.json': manifest }
    site.repository('Another one.', {}, { files, release })
    expect(await site.refresh(id)).toMatchObject({ data: { version } })
    expect((await site.read(id)).readme?.texts).toMatchObject([{ text: 'Another one.' }])
    site.repository('', {}, { files, release })
    await site.refresh(id)
    expect((await site.read(id)).readme).toBeUndefined()
  })

  it('stays that of the stable version when a pre-release is published beside it', async () => {
    site.repository(README)
    const id = await site.publish()
    const release = { tag: 'v2.0.0-beta.1', assets: [] }
    site.repository('Of the pre-release.', {}, { release })
    expect(await site.refresh(id, { version: '2.0.0-beta.1' })).toMatchObject({ code: 200 })
    expect((await site.read(id)).readme?.texts).toMatchObject([{ text: README }])
  })

  it('is found by its words', async () => {
    site.repository(`${README}\nA zugzwang.`)
    const id = await site.publish()
    const found = searchSchema.parse((await site.ask('/index/search?q=zugzwang')).data)
    expect(found.items.map((item) => item.id)).toEqual([id])
  })

  it('is in the answer for one project, and in no list', async () => {
    site.repository(README)
    const id = await site.publish()
    const { items } = listSchema.parse((await site.ask('/plugin/list')).data)
    expect(items).toMatchObject([{ id }])
    expect(JSON.stringify(items)).not.toContain('Press a key')
  })

  it('may be sent back unchanged with an update, and not changed by it', async () => {
    site.repository(README)
    const id = await site.publish()
    const { readme } = await site.read(id)
    const put = (body: object) =>
      site.ask('/plugin', { method: 'PUT', token: site.ada.token, body: { id, ...body } })
    expect(await put({ title: 'Plums', readme })).toMatchObject({ code: 200 })
    expect(await put({ readme: { ...readme, commit: 'a'.repeat(40) } })).toMatchObject({
      reason: 'field_fixed',
    })
  })

  it('is in the export of its author, and gone with the account', async () => {
    site.repository(README)
    const id = await site.publish()
    const { data } = await site.ask('/account/export', { token: site.ada.token })
    expect(accountExportSchema.parse(data).projects).toMatchObject([
      { id, readme: { texts: [{ text: README }] } },
    ])
    const body = { username: 'ada_lovelace', password: 'engine-1843' }
    expect(await site.post('/account/delete', body, site.ada.token)).toMatchObject({ code: 200 })
    expect(await site.backend.db.$count(sql`plugin_readmes`)).toBe(0)
  })

  it('of a hidden project is its author’s alone', async () => {
    site.repository(README)
    const id = await site.publish()
    await operatorOf(site.backend).act('hide', { kind: 'plugin', id })
    expect(await site.ask(`/plugin/${id}`)).toMatchObject({ code: 404 })
    const found = await site.ask('/index/search?q=Example')
    expect(JSON.stringify(found)).not.toContain('Press a key')
    const own = await site.ask(`/account/hidden/plugin/${id}`, { token: site.ada.token })
    expect(own).toMatchObject({ data: { project: { readme: { texts: [{ text: README }] } } } })
    const eve = await registered(site.backend, { username: 'evening', email: 'eve@example.com' })
    expect(await site.ask(`/account/hidden/plugin/${id}`, { token: eve })).toMatchObject({
      code: 404,
    })
  })

  it('is not shown while another repository has its address: its links would lead there', async () => {
    site.repository(README)
    const id = await site.publish()
    await site.backend.db.execute(sql`UPDATE projects SET repository_status = 'replaced'`)
    expect((await site.read(id)).readme).toBeUndefined()
  })

  it('of a plugin from before is stored by the next look at its releases', async () => {
    site.repository(README)
    const id = await site.publish()
    await site.backend.db.execute(sql`DELETE FROM plugin_readmes`)
    await site.post(`/plugin/${id}/releases/check`, { is_test: false }, site.ada.token)
    site.backend.jobs.wake()
    await expect
      .poll(async () => (await site.read(id)).readme?.texts)
      .toMatchObject([{ text: README }])
  })
})

it('a commit of a stub changes with its files', () => {
  const { files } = pluginRepository()
  expect(commitOf({ files })).not.toBe(commitOf({ files: { ...files, 'README.md': README } }))
})
