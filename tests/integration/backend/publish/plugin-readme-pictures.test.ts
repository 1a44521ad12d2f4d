import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { README_PICTURES_MAX } from '#lib/contract/file/readme.ts'
import { listChanges } from '#backend/services/change/changes.ts'
import { MOVING } from '#tests/support/animations.ts'
import { registered } from '#tests/support/accounts.ts'
import { FIRST_GENERATION, pluginRepository } from '#tests/support/github-stub.ts'
import { createPicture, type PictureFormat } from '#tests/support/images.ts'
import { operatorOf } from '#tests/support/hidden.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { storedFiles } from '#tests/support/publishing.ts'
import { manyPictures, NAME, startReadmes } from '#tests/support/readmes.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const KB = 1024
const RAW = `https://raw.githubusercontent.com/${NAME}/main`
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="9" height="9"/><script>alert(1)</script></svg>'

const png = await createPicture()
const site = await stoppedAtEnd(
  startReadmes({ internalSecret: OPERATOR_SECRET, accountQuota: () => 400 * KB }),
)
beforeEach(async () => {
  await site.begin()
})

/** Releases another version with this README. */
function release(version: string, readme: string, binaries: Record<string, Uint8Array>) {
  const text = JSON.stringify({ ...JSON.parse(FIRST_GENERATION), version })
  const files = { 'com.eniac.example.plugin/manifest.json': text }
  site.repository(readme, binaries, { files, release: { tag: `v${version}`, assets: [] } })
}

describe('the pictures of a README', () => {
  it('are taken from the commit of the release, and served as the site’s own', async () => {
    const formats: PictureFormat[] = ['png', 'jpeg', 'webp', 'gif']
    const binaries = Object.fromEntries(
      await Promise.all(
        formats.map(async (format) => [`docs/a.${format}`, await createPicture({ format })]),
      ),
    )
    site.repository(
      `![A](docs/a.png) <img src="./docs/a.jpeg"> ![](${RAW}/docs/a.webp)\n\n[![x]](x)\n\n[x]: /docs/a.gif`,
      binaries,
    )
    const pictures = await site.pictures(await site.publish())
    expect([...pictures.keys()]).toEqual(formats.map((format) => `docs/a.${format}`).toSorted())
    for (const { url, width, height } of pictures.values()) {
      expect([width, height]).toEqual([640, 400])
      const response = await site.open(url)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(640)
    }
  })

  it('stay drawings if they are SVG, without what could run', async () => {
    site.repository('![A](a.svg)', { 'a.svg': Buffer.from(SVG) })
    const picture = (await site.pictures(await site.publish())).get('a.svg')
    expect(picture).toMatchObject({ width: 120, height: 40, url: expect.stringMatching(/\.svg$/) })
    const response = await site.open(picture?.url ?? '')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    const text = await response.text()
    expect(text).toContain('<rect')
    expect(text).not.toContain('script')
  })

  it('that move are shown by their first frame', { tags: 'long' }, async () => {
    const [[, gif = Buffer.of()] = []] = MOVING
    site.repository('![A](a.gif)', { 'a.gif': gif })
    const picture = (await site.pictures(await site.publish())).get('a.gif')
    expect(picture).toMatchObject({ width: 32, height: 20 })
  })

  it('are those of all its texts, with addresses as GitHub resolves them', async () => {
    const german = { '.marketplace/README.de.md': '![](bild.png) ![](../a%20b.png)' }
    const names = ['.marketplace/bild.png', 'a b.png', '画像.png']
    site.repository(
      '![](画像.png) ![](/a%20b.png?raw=true)',
      Object.fromEntries(names.map((name) => [name, png])),
      { files: { ...pluginRepository().files, ...german } },
    )
    const pictures = await site.pictures(await site.publish())
    expect([...pictures.keys()]).toEqual([
      '%E7%94%BB%E5%83%8F.png',
      '.marketplace/bild.png',
      'a%20b.png',
    ])
  })

  it.each([
    ['another host', '![](https://elsewhere.example/a.png)'],
    ['another repository', '![](https://raw.githubusercontent.com/eve/plums/main/a.png)'],
    ['a badge', '![](https://img.shields.io/a.png)'],
    ['a way out of the repository', '![](../../../../user/repos)'],
    ['the same, encoded', '![](a%2F..%2F..%2F..%2F..%2F..%2Fuser%2Frepos)'],
    ['the same, in part', '![](%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/user)'],
    ['data', '![](data:image/png;base64,AAAA)'],
  ])('of %s are not taken', async (_, readme) => {
    const inside = `/repos/${NAME}`
    site.repository(readme, { 'a.png': png })
    site.github.asked.length = 0
    expect(await site.pictures(await site.publish())).toEqual(new Map())
    const outside = site.github.asked.filter(
      (path) => path !== inside && !path.startsWith(`${inside}/`),
    )
    expect(outside).toEqual([])
  })

  it('are forty at most', { tags: 'long' }, async () => {
    const binaries = await manyPictures(README_PICTURES_MAX + 3)
    const readme = Object.keys(binaries)
      .map((name) => `![](${name})`)
      .join('\n')
    site.repository(readme, binaries)
    const id = await site.publish()
    expect((await site.pictures(id)).size).toBe(README_PICTURES_MAX)
  })

  it('that did not change are neither stored again nor get another address', async () => {
    site.repository('![](a.png) ![](b.png)', { 'a.png': png, 'b.png': png })
    const id = await site.publish()
    const before = await site.pictures(id)
    const { rows } = await storedFiles(site.backend)
    const other = await createPicture({ width: 300 })
    release('1.2.0', '![](a.png) ![](b.png)', { 'a.png': png, 'b.png': other })
    await site.refresh(id)
    const after = await site.pictures(id)
    expect(after.get('a.png')).toEqual(before.get('a.png'))
    expect(after.get('b.png')).toMatchObject({ width: 300 })
    // The one before is deleted, with its object.
    const left = await storedFiles(site.backend)
    expect(left.rows).toBe(rows)
    expect(left.objects).not.toContain(before.get('b.png')?.file_id)
  })

  it(
    'stay while those of the next release are taken, and go when it has none',
    { tags: 'long' },
    async () => {
      site.repository('![](a.png)', { 'a.png': png })
      const id = await site.publish()
      const [picture] = (await site.pictures(id)).values()
      const { rows } = await storedFiles(site.backend)
      site.github.answer('/contents/a.png', (res) => res.writeHead(500).end())
      release('1.2.0', '![](a.png) ![](b.png)', { 'a.png': png, 'b.png': png })
      await site.refresh(id)
      expect((await site.read(id)).readme?.pictures).toEqual([picture])
      release('1.3.0', 'None.', {})
      await site.refresh(id)
      await site.run(id)
      expect((await site.read(id)).readme?.pictures).toEqual([])
      expect((await storedFiles(site.backend)).rows).toBe(rows - 1)
    },
  )

  it('count in the quota of the author; what exceeds it is left out', async () => {
    const noise = await sharp(
      Buffer.from(
        Uint8Array.from({ length: 300 * 400 * 3 }, (_, at) => (at * 7919 * (at % 251)) % 256),
      ),
      {
        raw: { width: 300, height: 400, channels: 3 },
      },
    )
      .png()
      .toBuffer()
    const binaries = Object.fromEntries(
      await Promise.all(
        Array.from({ length: 12 }, async (_, at) => [
          `${at}.png`,
          await sharp(noise)
            .rotate(90 * (at % 4))
            .modulate({ brightness: 1 + at / 20 })
            .png()
            .toBuffer(),
        ]),
      ),
    )
    site.repository(
      Object.keys(binaries)
        .map((name) => `![](${name})`)
        .join(' '),
      binaries,
    )
    const id = await site.publish()
    const taken = (await site.pictures(id)).size
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThan(12)
    const { rows } = await site.backend.db.execute(
      sql`SELECT coalesce(sum(size), 0)::integer AS sum FROM files WHERE owner_uid IS NOT NULL`,
    )
    expect(Number(rows[0]?.['sum'])).toBeLessThanOrEqual(400 * KB)
  })

  it('expire the page of their project', async () => {
    site.repository('![](a.png)', { 'a.png': png })
    const id = await site.publish()
    const { position } = await listChanges(site.backend.db, undefined)
    await site.pictures(id)
    const { items } = await listChanges(site.backend.db, position)
    expect(items).toMatchObject([{ id }])
  })

  it('are hidden and deleted with their project', async () => {
    site.repository('![](a.png)', { 'a.png': png })
    const id = await site.publish()
    const [picture] = (await site.pictures(id)).values()
    const url = picture?.url ?? ''
    const { act } = operatorOf(site.backend)
    await act('hide', { kind: 'plugin', id })
    expect((await site.open(url)).status).toBe(404)
    await act('restore', { kind: 'plugin', id })
    expect((await site.open(url)).status).toBe(200)
    await site.ask(`/plugin?id=${id}`, { method: 'DELETE', token: site.ada.token })
    expect((await site.open(url)).status).toBe(404)
    expect((await storedFiles(site.backend)).objects).not.toContain(picture?.file_id)
    expect(await site.backend.db.$count(sql`files WHERE id = ${picture?.file_id}`)).toBe(0)
  })

  it('are no one’s to attach to another project', async () => {
    site.repository('![](a.png)', { 'a.png': png })
    const id = await site.publish()
    const [picture] = (await site.pictures(id)).values()
    const repository_url = 'https://github.com/ada/other'
    site.repository('Other.', {}, { id: 99 }, 'ada/other')
    const wish = await site.input(site.ada.token, { cover_id: picture?.file_id, repository_url })
    expect(await site.post('/plugin', wish, site.ada.token)).toMatchObject({
      reason: 'file_missing',
    })
  })

  it('of a hidden project are not taken before it is restored', { tags: 'long' }, async () => {
    site.repository('![](a.png)', { 'a.png': png })
    const id = await site.publish()
    await site.pictures(id)
    await site.backend.db.execute(sql`DELETE FROM readme_pictures`)
    const commit = (await site.read(id)).readme?.commit ?? ''
    await operatorOf(site.backend).act('hide', { kind: 'plugin', id })
    site.github.asked.length = 0
    await site.run(id, {}, commit)
    expect(site.github.asked).toEqual([])
    await operatorOf(site.backend).act('restore', { kind: 'plugin', id })
    expect([...(await site.pictures(id)).keys()]).toEqual(['a.png'])
  })
})

it('the pictures of a takeover are those of the next author', async () => {
  const eve = await registered(site.backend, { username: 'evening', email: 'eve@example.com' })
  site.repository('![](a.png)', { 'a.png': png })
  const id = await site.publish(eve)
  const [before] = (await site.pictures(id)).values()
  expect(await site.publish()).toBe(id)
  const [after] = (await site.pictures(id)).values()
  expect(after?.file_id).not.toBe(before?.file_id)
  const { rows } = await site.backend.db.execute(sql`
    SELECT authors.name FROM files JOIN authors ON authors.uid = files.owner_uid
    JOIN readme_pictures ON readme_pictures.file_id = files.id`)
  expect(rows).toEqual([{ name: 'ada_lovelace' }])
  expect((await site.open(before?.url ?? '')).status).toBe(404)
})
