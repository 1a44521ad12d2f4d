// @module-tag long
import { createServer, type ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { README_PICTURES_MAX_BYTES } from '#lib/contract/file/readme.ts'
import { createPicture } from '#tests/support/images.ts'
import { HOSTILE_SVGS } from '#tests/support/hostile-svgs.ts'
import { storedFiles } from '#tests/support/publishing.ts'
import { startReadmes } from '#tests/support/readmes.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const MB = 1024 * 1024
/** Longest time for one picture in these tests, in ms. */
const PICTURE_MS = 300

/** Bytes that the stub has sent of the picture in question. */
let sent = 0
const png = await createPicture()
const site = await stoppedAtEnd(startReadmes())
// The tests run the job: in the queue, it would ask at the same time.
await site.backend.jobs.stop()
beforeEach(async () => {
  await site.begin()
  sent = 0
})

/** Sends chunks until the client disconnects. */
function flood(res: ServerResponse, { bytes = Infinity } = {}) {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const more = () => {
    while (!res.destroyed && sent < bytes) {
      sent += chunk.byteLength
      if (!res.write(chunk)) return void res.once('drain', more)
    }
    res.end()
  }
  more()
}
/** The headers of a picture, and then nothing but a byte now and then. */
function drip(res: ServerResponse) {
  res.writeHead(200, { 'content-type': 'image/png', 'content-length': png.length })
  const timer = setInterval(() => res.write('x'), 50)
  res.on('close', () => clearInterval(timer))
}
const redirectTo = (location: string) => (res: ServerResponse) => {
  res.writeHead(302, { location }).end()
}

/**
 * Publishes a plugin whose README has a picture that GitHub answers like this, and a usual one after it.
 * @returns the paths that were taken, and the files beyond that one and those of the form.
 */
async function publishWith(how: ((res: ServerResponse) => unknown) | Uint8Array) {
  const isBytes = how instanceof Uint8Array
  const before = await storedFiles(site.backend)
  site.repository('![](bad.png) ![](good.png)', {
    'bad.png': isBytes ? how : png,
    'good.png': png,
  })
  const id = await site.publish()
  if (!isBytes) site.github.answer('/contents/bad.png', how)
  await site.run(id, { pictureMs: PICTURE_MS })
  const taken = (await site.read(id)).readme?.pictures.map(({ path }) => path)
  const { rows, objects } = await storedFiles(site.backend)
  const pending = await site.backend.db.$count(sql`files WHERE state = 'pending'`)
  return {
    taken,
    left: { rows: rows - 3, objects: objects.length - before.objects.length - 3, pending },
  }
}
const ONLY_THE_GOOD = { taken: ['good.png'], left: { rows: 0, objects: 0, pending: 0 } }

describe('a picture of a README', () => {
  it('of 100 MB ends at its limit, stated or not', async () => {
    const states = (res: ServerResponse) => {
      res.writeHead(200, { 'content-length': 100 * MB })
      flood(res, { bytes: 100 * MB })
    }
    expect(await publishWith(states)).toEqual(ONLY_THE_GOOD)
    expect(sent).toBeLessThan(IMAGE_MAX_BYTES + 16 * MB)
  })

  it('that never ends, ends at its limit', async () => {
    expect(await publishWith((res) => flood(res.writeHead(200)))).toEqual(ONLY_THE_GOOD)
    expect(sent).toBeLessThan(IMAGE_MAX_BYTES + 16 * MB)
  })

  it.each([
    ['answers no header', () => undefined],
    ['answers slowly', drip],
  ])('that %s, ends after its time', async (_, how) => {
    expect(await publishWith(how)).toEqual(ONLY_THE_GOOD)
  })

  it('that leads elsewhere is not followed, to another host or below this one', async () => {
    const asked: string[] = []
    const elsewhere = createServer((req, res) => {
      asked.push(req.url ?? '')
      res.end(png)
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const address = elsewhere.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await publishWith(redirectTo(`http://127.0.0.1:${port}/a.png`))).toEqual(ONLY_THE_GOOD)
    expect(asked).toEqual([])
    elsewhere.close()
  })

  it('that leads in a circle ends', async () => {
    site.github.asked.length = 0
    const again = redirectTo('/repos/ENIAC-Tech/Plugin-Example/contents/bad.png')
    expect(await publishWith(again)).toEqual(ONLY_THE_GOOD)
    expect(site.github.asked.filter((path) => path.endsWith('bad.png'))).toHaveLength(2)
  })

  it.each([
    ['missing', (res: ServerResponse) => res.writeHead(404).end('{}')],
    ['empty', Buffer.of()],
    ['HTML', Buffer.from('<!doctype html><title>Sign in</title><svg/>')],
    ['a program', Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(4096, 7)])],
    [
      'a pointer of Git LFS',
      Buffer.from('version https://git-lfs.github.com/spec/v1\nsize 12345\n'),
    ],
    ['half a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
    ['an SVG of a hundred thousand elements', svg('<g/>'.repeat(100_000))],
    ['an SVG that is nested without end', svg('<g>'.repeat(5000) + '</g>'.repeat(5000))],
    ['an SVG whose uses multiply', svg(multiplied())],
  ])('that is %s is left out', async (_, how) => {
    expect(await publishWith(how)).toEqual(ONLY_THE_GOOD)
  })

  it('is harmless as a drawing, whatever its SVG tries', async () => {
    const texts = [...Object.values(HOSTILE_SVGS), billionLaughs()]
    const names = texts.map((_, at) => `${at}.svg`)
    site.repository(
      names.map((name) => `![](${name})`).join(' '),
      Object.fromEntries(texts.map((text, at) => [`${at}.svg`, Buffer.from(text)])),
    )
    const id = await site.publish()
    await site.run(id)
    const { pictures = [] } = (await site.read(id)).readme ?? {}
    expect(pictures.length).toBeGreaterThan(10)
    for (const { url } of pictures) {
      const drawn = await (await site.open(url)).text()
      expect(drawn).not.toMatch(/<script|\son\w+=|elsewhere\.example|javascript:/i)
      expect(drawn.length).toBeLessThan(10_000)
    }
  })

  it('is read up to 20 MB together with the others', async () => {
    const names = ['a.png', 'b.png', 'c.png', 'd.png']
    const large = Buffer.alloc(8 * MB, 7)
    site.repository(
      names.map((name) => `![](${name})`).join(' '),
      Object.fromEntries(names.map((name) => [name, large])),
    )
    const id = await site.publish()
    await site.run(id)
    const { rows } = await site.backend.db.execute(
      sql`SELECT sum(size)::integer AS sum, count(*)::integer AS count FROM readme_pictures`,
    )
    expect(rows).toEqual([{ sum: 16 * MB, count: 4 }])
    expect(16 * MB).toBeLessThan(README_PICTURES_MAX_BYTES)
  })
})

it.each([
  [500, 'github_failing'],
  [401, 'github_unauthorized'],
])('GitHub answering %i is no fault of a picture, which is tried again', async (status, code) => {
  site.repository('![](a.png)', { 'a.png': png })
  const id = await site.publish()
  site.github.answer('/contents/a.png', (res) => res.writeHead(status).end('{}'))
  await expect(site.run(id)).rejects.toMatchObject({ code })
  expect(await site.tried(id)).toEqual({})
})

function svg(inside: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`)
}
function billionLaughs(): string {
  const entities = Array.from(
    { length: 12 },
    (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`,
  )
  return `<!DOCTYPE svg [<!ENTITY a0 "ha">${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a12;</text></svg>`
}
function multiplied(): string {
  const groups = Array.from(
    { length: 20 },
    (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`,
  )
  return `<g id="g0"><path d="M0 0h9"/></g>${groups.join('')}<use href="#g20"/>`
}
