import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { KEPT_SITE, startSite } from './site.ts'

/* `npm run test:site`: keeps the site of the browser tests running, until Ctrl+C. Test runs meanwhile use it. */

const { variables, stop } = await startSite()
await mkdir(path.dirname(KEPT_SITE), { recursive: true })
await writeFile(KEPT_SITE, JSON.stringify({ pid: process.pid, variables }))
console.log(`\nReady for tests: ${variables.E2E_URL}`)
async function end() {
  await rm(KEPT_SITE, { force: true })
  await stop()
  process.exit(0)
}
process.on('SIGINT', () => void end()).on('SIGTERM', () => void end())
