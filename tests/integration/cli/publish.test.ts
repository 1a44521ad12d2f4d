import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CALLS } from '#lib/contract/calls.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { publishedBy, startPublishing } from '#tests/support/cli-project.ts'
import { failureOf, jsonOf, runCli } from '#tests/support/cli.ts'
import { buildContainer, buildManifest, buildStandardFile } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'

const { site, folder, titleOf, configure, publish, readProject, versionsOf } =
  await startPublishing()
const countProjects = () => site.backend.db.$count(sql`projects`)

describe('publish', () => {
  it('publishes a new project, with a cover that is drawn from the file', async () => {
    await configure({ cover: undefined, gallery: undefined })
    const ran = await publish()
    expect(ran.exit).toBe(0)
    const { id } = publishedBy(ran)
    const project = await readProject(id)
    expect(project).toMatchObject({
      title: titleOf(),
      description: 'Trees and **fruit**.\n',
      version: '2.1.0',
      minimum_version: '1.2.0',
      license: 'MIT',
      category: 'nature',
      tags: ['tree'],
      operating_systems: ['all'],
    })
    expect(project.gallery.length).toBeGreaterThan(0)
    expect(jsonOf(ran)).toMatchObject({
      ok: true,
      repeated: false,
      url: `${site.url}/home/iconpack/detail/${id}`,
    })
  })

  it('publishes the pictures that it is given, with their alternative texts', async () => {
    const { cover, gallery } = await readProject(publishedBy(await publish()).id)
    expect([cover.alt, gallery.map(({ alt }) => alt)]).toEqual(['Trees', ['']])
  })

  it('sends a large file in pieces, with its length', async () => {
    await folder.write('pack.iconpack', buildStandardFile('icon', 24 * 1024 * 1024))
    const { file } = await readProject(publishedBy(await publish()).id)
    expect(file?.size).toBe(24 * 1024 * 1024)
  })

  it('run again publishes nothing a second time', async () => {
    const first = publishedBy(await publish())
    const before = await countProjects()
    const again = await publish()
    expect([again.exit, publishedBy(again)]).toEqual([0, { ...first, repeated: true }])
    expect(await countProjects()).toBe(before)
  })

  it('publishes a version of a project once, and leaves its other fields', async () => {
    const { id } = publishedBy(await publish())
    await folder.write(
      'next.iconpack',
      buildContainer(buildManifest('iconpack', { version: '2.2.0' })),
    )
    const args = ['--project', id, '--file', 'next.iconpack', '--notes', 'New moon.']
    await folder.write('keystrip.json', '{}')
    const ran = await publish(args)
    expect([ran.exit, publishedBy(ran).version]).toEqual([0, '2.2.0'])
    expect(publishedBy(await publish(args))).toMatchObject({ id, repeated: true })
    expect(await versionsOf(id)).toBe(2)
    expect(await readProject(id)).toMatchObject({ title: titleOf(), tags: ['tree'] })
    const { data } = await clientOf(site.backend).ask(`/icon/${id}/versions`)
    expect(CALLS.versions.data.parse(data).items[0]?.notes).toBe('New moon.')
  })

  it('publishes the same file as another version', async () => {
    const { id } = publishedBy(await publish())
    await folder.write('keystrip.json', '{}')
    const args = ['--project', id, '--file', 'pack.iconpack', '--version', '9.0.0']
    expect(publishedBy(await publish(args))).toMatchObject({ version: '9.0.0', repeated: false })
  })

  it('changes a field back and forth: a key is not that of an earlier change', async () => {
    const { id } = publishedBy(await publish())
    await folder.write('keystrip.json', '{}')
    for (const title of ['Garden', 'Wood', 'Garden']) {
      expect((await publish(['--project', id, '--kind', 'icon', '--title', title])).exit).toBe(0)
      expect((await readProject(id)).title).toBe(title)
    }
  })

  it('without --json names the project, its address and its id', async () => {
    const { exit, out, err } = await runCli(['publish'], { folder: folder.path, env: site.env })
    expect(exit).toBe(0)
    expect(out).toMatch(new RegExp(`^Published: “${titleOf()}” 2.1.0\n  ${site.url}/home/`))
    expect(err).toMatch(/^Its id is \S+: /)
  })

  it('shows a progress bar on a terminal only', async () => {
    const terminal = { folder: folder.path, env: site.env, isTerminal: true }
    const { err } = await runCli(['publish'], terminal)
    expect(err).toContain('100 %')
    expect((await publish()).err).toBe('')
  })
})

it('says what the site finds doubtful about small pictures, and needs no description', async () => {
  await folder.write('small.png', await createPicture({ width: 200, height: 30 }))
  await configure({ cover: 'small.png', gallery: ['cover.png'], description: undefined })
  const ran = await runCli(['publish'], { folder: folder.path, env: site.env })
  expect(ran.exit).toBe(0)
  expect(ran.err).toContain(
    'small.png: warning: The cover has 200 × 30 pixels. Below 256 pixels of width',
  )
  expect(ran.err).toContain('small.png: warning: The picture has 200 × 30 pixels.')
  expect(ran.err).not.toContain('cover.png: warning')
})

describe('publish --dry-run', () => {
  it('checks and shows everything, and needs neither token nor site', async () => {
    const before = await countProjects()
    const ran = await publish(['--dry-run'], {
      KEYSTRIP_TOKEN: '',
      KEYSTRIP_SITE: 'https://127.0.0.1:9',
    })
    expect(ran.exit).toBe(0)
    expect(jsonOf(ran)).toMatchObject({
      dry_run: true,
      kind: 'icon',
      project: null,
      file: { name: 'pack.iconpack' },
      fields: { title: titleOf(), version: '2.1.0' },
    })
    expect(await countProjects()).toBe(before)
  })
})

describe('publish is refused', () => {
  it.each([
    ['without a category', { category: undefined }, [2, 'usage']],
    ['with a category of another kind', { category: 'design' }, [2, 'usage']],
    ['with a description that is too long', { description: 'long.md' }, [2, 'usage']],
    ['with a missing picture', { cover: 'none.png', gallery: ['none.png'] }, [1, 'no_file']],
    ['with a cover but no gallery', { gallery: undefined }, [2, 'usage']],
    ['with a picture of more than 10 MB', { cover: 'big.png', gallery: ['big.png'] }, [2, 'usage']],
    ['with a file of another kind', { kind: 'profile' }, [2, 'usage']],
    ['with an invalid file', { file: 'bad.iconpack' }, [4, 'not_valid']],
    ['with a picture that is none', { cover: 'about.md', gallery: ['about.md'] }, [3, 'bad_image']],
  ])('%s', async (_, overrides, expected) => {
    await folder.write('long.md', 'x'.repeat(9000))
    await folder.write('big.png', new Uint8Array(10 * 1024 * 1024 + 1))
    await folder.write('bad.iconpack', 'PK')
    await configure(overrides)
    const before = await countProjects()
    expect(failureOf(await publish())).toEqual(expected)
    expect(await countProjects()).toBe(before)
  })

  it.each([
    ['without a token', () => '', [2, 'usage']],
    ['with a token that is cut off', () => site.token.slice(0, -1), [2, 'usage']],
    ['with an unknown token', () => `ks_pat_${'a'.repeat(42)}`, [3, 'token_malformed']],
  ])('%s, and the token is not printed', async (_, token, expected) => {
    const secret = token()
    const ran = await publish([], { KEYSTRIP_TOKEN: secret })
    expect(failureOf(ran)).toEqual(expected)
    if (secret !== '') expect(ran.out + ran.err).not.toContain(secret)
  })

  it('with a token that may only read', async () => {
    const { secret } = await createdToken(site.backend, site.session, { scopes: ['read'] })
    expect(failureOf(await publish([], { KEYSTRIP_TOKEN: secret }))).toEqual([3, 'token_scope'])
  })

  it('with a version that is not higher, or a project that does not exist', async () => {
    const { id } = publishedBy(await publish())
    await folder.write('keystrip.json', '{}')
    await folder.write(
      'old.iconpack',
      buildContainer(buildManifest('iconpack', { version: '1.0.0' })),
    )
    const old = await publish(['--project', id, '--file', 'old.iconpack'])
    expect(failureOf(old)).toEqual([3, 'version_not_higher'])
    expect(old.out).toContain('must be higher than 2.1.0. The next one is 2.1.1.')
    const missing = await publish(['--project', 'nothing', '--file', 'old.iconpack'])
    expect(failureOf(missing)).toEqual([3, 'not_found'])
  })
})
