// @module-tag long
import { randomBytes } from 'node:crypto'
import { request, type RequestListener } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import { failureOf, runCli, testFolder } from '#tests/support/cli.ts'
import { startCliSite } from '#tests/support/cli-site.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { forwardTo, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { createPicture } from '#tests/support/images.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const MB = 1024 * 1024
const folder = await testFolder()
const front = await stoppedAtEnd(startFaultyBackend())
const site = await stoppedAtEnd(startCliSite())
/** Method, path and offset of the requests for uploads. */
let asked: string[] = []
beforeEach(async () => {
  asked = []
  await folder.write('about.md', 'Trees.')
  await folder.write('cover.png', await createPicture())
})

const publish = (title: string) =>
  runCli(
    [
      ...'publish --json --description about.md --category other --file pack.flexbar'.split(' '),
      ...'--cover cover.png --gallery cover.png --title'.split(' '),
      title,
    ],
    { folder: folder.path, env: { ...site.env, KEYSTRIP_SITE: front.url } },
  )
const pack = () => buildStandardFile('profile', 8 * MB, randomBytes(1024))

/** Passes on the beginning of a body and ends the connection. */
const cutOff: RequestListener = (req, res) => {
  const { method, headers } = req
  const sent = request(`${site.url}${req.url}`, { method, headers })
  sent.on('error', () => undefined)
  let size = 0
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    const isEnough = size > 6 * MB
    sent.write(chunk, () => {
      if (!isEnough) return
      sent.destroy()
      res.socket?.resetAndDestroy()
    })
  })
}

/** Cuts off the first requests that send bytes. */
function cutFirst(count: number) {
  let cut = 0
  const others = forwardTo(site.url)
  front.behave((req, res) => {
    const { method = '', url = '', headers } = req
    if (url.includes('/uploads')) {
      asked.push(
        [method, url.split('/').slice(3, 4), headers['upload-offset'] ?? ''].join(' ').trim(),
      )
    }
    if (method !== 'PATCH' || cut >= count) return others(req, res)
    cut += 1
    return cutOff(req, res)
  })
}
const offsets = () =>
  asked.flatMap((one) => (one.startsWith('PATCH') ? Number(one.split(' ')[2]) : []))

it('a large file goes on where it was when the connection was cut off', async () => {
  await folder.write('pack.flexbar', pack())
  cutFirst(1)
  expect(await publish('Cut off once')).toMatchObject({ exit: 0 })
  const sent = offsets()
  expect(sent[0]).toBe(0)
  expect(sent.at(-1)).toBeGreaterThan(0)
})

it('a publication that is begun again continues the upload of the one that failed', async () => {
  await folder.write('pack.flexbar', pack())
  cutFirst(Infinity)
  expect(failureOf(await publish('Begun again'))).toEqual([5, 'unreachable'])
  asked = []
  cutFirst(0)
  expect(await publish('Begun again')).toMatchObject({ exit: 0 })
  expect(asked.filter((one) => one === 'POST uploads')).toHaveLength(1)
  expect(Math.min(...offsets())).toBeGreaterThan(0)
})

it('a site that cannot continue uploads gets the file in one request', async () => {
  await folder.write('pack.flexbar', pack())
  const others = forwardTo(site.url)
  front.behave((req, res) => {
    if (!req.url?.includes('/uploads')) return others(req, res)
    res.writeHead(404, { 'content-type': 'application/json' })
    return res.end(JSON.stringify({ code: 404, message: '', data: null, reason: 'not_found' }))
  })
  expect(await publish('In one request')).toMatchObject({ exit: 0 })
})
