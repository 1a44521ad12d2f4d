// @module-tag long
import { serve } from '@hono/node-server'
import { parse } from 'content-disposition'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { projectSchema } from '#lib/contract/project.ts'
import { versionedName } from '#lib/contract/version/versioned-name.ts'
import { cleanFileName } from '#backend/services/upload/file-name.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildInput } from '#tests/support/builders.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { ASCII_NAMES, REAL_NAMES } from '#tests/support/file-names.ts'
import { createPicture } from '#tests/support/images.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { callProxy, stubWebApp } from '#tests/support/session.ts'
import { isWhole } from '#tests/support/whole.ts'
import { startSite } from './stub-site.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

/* Upload, publication, address of the API, download: through the server and the proxy of the web app. */

let server: ReturnType<typeof serve>
const bytes = buildStandardFile('flexpage')

const backend = await testBackend()
const port = await new Promise<number>((resolve) => {
  const options = { fetch: backend.app.fetch, port: 0, hostname: '127.0.0.1' }
  server = serve(options, (info) => resolve(info.port))
})
const backendUrl = `http://127.0.0.1:${port}`
const site = await stoppedAtEnd(
  startSite(async (req, res) => {
    const answer = await callProxy((req.url ?? '').slice('/api/v1'.length))
    res.writeHead(answer.status, Object.fromEntries(answer.headers))
    res.end(Buffer.from(await answer.arrayBuffer()))
  }),
)
afterAll(() => server.close())
beforeEach(async () => {
  stubWebApp(backendUrl)
  await backend.empty()
})

/** A published page of an account of its own. */
async function publishPage() {
  const token = await registered(backend)
  const picture = await createPicture()
  const pictureOf = (purpose: string) =>
    uploadFile(backend, token, { purpose, name: 'a.png', bytes: picture })
  const input = buildInput({
    category: 'other',
    file_id: await uploadFile(backend, token, { name: 'a.flexpage', bytes }),
    cover_id: await pictureOf('cover'),
    gallery_ids: [await pictureOf('gallery')],
  })
  const { data } = await clientOf(backend).post('/flexpage', input, token)
  return { id: projectSchema.parse(data).id, token }
}

const marks = ASCII_NAMES.filter((name) => /\W/.test(name))
/** Every ninth name, or all. */
const sampled = (names: readonly string[]) => names.filter((_, at) => isWhole || at % 9 === 0)
it.each([
  ['each mark of ASCII', marks.filter((_, at) => isWhole || at % 3 === 0)],
  ['names that people give', sampled(REAL_NAMES.slice(0, 120))],
  ['further names', sampled(REAL_NAMES.slice(120))],
])(
  'a file is downloaded under the name that it was uploaded with, and the number of its version: %s',
  async (_, names) => {
    const { id, token } = await publishPage()
    const lost: unknown[] = []
    for (const [at, stem] of names.entries()) {
      const name = `${stem}.flexpage`
      const file_id = await uploadFile(backend, token, { name, bytes })
      const body = { id, file_id, version: `1.1.${at}` }
      const put = await clientOf(backend).ask('/flexpage', { method: 'PUT', body, token })
      const { file } = projectSchema.parse((await backend.get(`/flexpage/${id}`)).data)
      const { status, headers, body: received } = await site.ask(file?.url ?? '')
      const saved = parse(String(headers['content-disposition'])).parameters['filename']
      const isSame =
        received.equals(bytes) && saved === versionedName(cleanFileName(name), `1.1.${at}`)
      if (!isSame) lost.push({ name, code: put.code, status, saved })
    }
    expect(lost).toEqual([])
  },
)

it('addresses that were written otherwise lead to the same file: the name in them is not compared', async () => {
  const { id } = await publishPage()
  const { file } = projectSchema.parse((await backend.get(`/flexpage/${id}`)).data)
  const folder = (file?.url ?? '').replace(/[^/]*$/, '')
  for (const name of ['C', "it's%20(1)!*.flexpage", 'a;b,c=d&e+f.flexpage', '%E5%B1%B1', 'a%2Fb']) {
    const { status, headers, body } = await site.ask(`${folder}${name}`)
    expect([name, status, body.equals(bytes)]).toEqual([name, 200, true])
    expect(parse(String(headers['content-disposition'])).parameters).toEqual({
      filename: 'a-1.0.0.flexpage',
    })
  }
})
