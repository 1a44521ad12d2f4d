// @module-tag long
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { createFolder, failureOf, jsonOf, runCli } from '#tests/support/cli.ts'
import { startCliSite } from '#tests/support/cli-site.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const site = await stoppedAtEnd(startCliSite())
const folder = await createFolder()
await folder.write('pack.iconpack', buildStandardFile('icon'))
afterAll(() => folder.remove())

/** The site as a release that does not know a field yet: its document does not list it. */
async function startOlderSite(url: string, field: string) {
  const older = await startFaultyBackend()
  older.behave((req, res) => {
    void (async () => {
      const headers = { authorization: req.headers.authorization ?? '' }
      const answer = await fetch(new URL(req.url ?? '/', url), { headers })
      const text = await answer.text()
      res.writeHead(answer.status, { 'content-type': 'application/json' })
      res.end(text.replaceAll(`"${field}"`, '"not_yet"'))
    })()
  })
  return older
}

it('a field that the site does not list ends the command before anything is uploaded', async () => {
  const { id } = await publishProject(site.backend, site.session)
  const files = await site.backend.db.$count(sql`files`)
  const older = await startOlderSite(site.url, 'channel')
  const args = ['publish', '--json', '--project', id, '--file', 'pack.iconpack', '--prerelease']
  const env = { ...site.env, KEYSTRIP_SITE: older.url }
  const ran = await runCli(args, { folder: folder.path, env })
  expect(failureOf(ran)).toEqual([3, 'unknown_field'])
  expect(jsonOf(ran).error?.message).toContain('“channel”')
  expect(await site.backend.db.$count(sql`files`)).toBe(files)
  await older.stop()
})
