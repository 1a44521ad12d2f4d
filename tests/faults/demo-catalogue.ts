import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DEMO_FOLDER, startSite } from './site.ts'

/** Makes the demo catalogue once for all tests, since it takes half a minute. */
export default async function makeDemoCatalogue() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'faults-demo-'))
  const site = await startSite({ dataDir: folder, isHeadless: true })
  await site.stop()
  process.env[DEMO_FOLDER] = folder
  return () => rm(folder, { recursive: true, force: true })
}
