// @module-tag long
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { freePort } from '#scripts/stack/free-port.ts'
import { FINDINGS } from '#scripts/operator/findings.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

/* `npm run doctor` on a site whose web app does not run, and whose configuration has a mistake. */

const dataDir = await scratchFolder()
const secret = { INTERNAL_SECRET: randomBytes(24).toString('base64url') }
const quiet = { DEMO: '0', LOG_LEVEL: 'silent', ...secret }
const stack = await stoppedAtEnd(startLoopback({ dataDir, isHeadless: true, variables: quiet }))
const port = String(await freePort())
const variables = { DATA_DIR: dataDir, PORT: port, BACKEND_URL: stack.backend, ...secret }

it('each finding is followed by what happens if it is ignored, and what --fix does', async () => {
  const { code, said } = await runCommand(['doctor'], { ...variables, SITE_NMAE: 'Icons' })
  expect(code).toBe(1)
  for (const finding of ['web_unreachable', 'configuration'] as const) {
    const { ignored, fix } = FINDINGS[finding]
    expect(said).toContain(`If ignored: ${ignored}\n      Repair: ${fix}`)
  }
  expect(said).toContain('did you mean SITE_NAME?')
  // What was not found is not explained.
  expect(said).not.toContain(FINDINGS.file_missing.ignored)
  // For the metrics of the backend.
  const left: unknown = JSON.parse(await readFile(path.join(dataDir, '.last-doctor'), 'utf8'))
  expect(left).toEqual({ web_unreachable: 1, configuration: 1 })
})

const reportSchema = z.object({
  sections: z.array(z.object({ problems: z.array(z.record(z.string(), z.unknown())) })),
})

it('--json has both with each problem', async () => {
  const { said } = await runCommand(['doctor', '--json'], variables)
  const { sections } = reportSchema.parse(JSON.parse(said))
  const { ignored, fix } = FINDINGS.web_unreachable
  expect(sections.flatMap(({ problems }) => problems)).toEqual([
    expect.objectContaining({ code: 'web_unreachable', ignored, fix, isFixed: false }),
  ])
})

it('what the running web app has seen of proxies is a mistake of the configuration', async () => {
  const notice = 'Visitors come through 10.0.0.1, which is not in TRUSTED_PROXIES.'
  const web = createServer(({ headers: { authorization } }, res) => {
    const isOperator = authorization === `Bearer ${variables['INTERNAL_SECRET']}`
    const body = { checks: { backend: 'ok' }, ...(isOperator && { notices: [notice] }) }
    res.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => {
    web.listen(Number(variables['PORT']), '127.0.0.1', resolve)
  })
  const { code, said } = await runCommand(['doctor', '--json'], variables)
  web.close()
  expect(code).toBe(1)
  const { sections } = reportSchema.parse(JSON.parse(said))
  expect(sections.flatMap(({ problems }) => problems)).toEqual([
    expect.objectContaining({ code: 'configuration', subject: 'TRUSTED_PROXIES', text: notice }),
  ])
})

it.each(Object.entries(FINDINGS))('%s is explained in sentences', (_, { ignored, fix }) => {
  expect(ignored).toMatch(/^[A-Z].*\.$/)
  // What it does, or that it does nothing and what to do instead.
  expect(fix).toMatch(/^--fix (?:does nothing, as [^;]+; |does nothing; |[a-z]).*\.$/)
})
