import { parseConfig } from '#backend/config.ts'
import { connect } from '#backend/db/connect.ts'
import { stopSignal, sendToParent } from '#backend/stop.ts'
import { openStorage } from '#backend/storage/open.ts'
import { createBackendPool } from '#backend/worker/pool.ts'
import { fillDemo } from './fill.ts'
import { demoRecipes } from './recipes.ts'

/* Fills the catalogue with the demo projects; started by fill-process.ts. */

process.umask(0o077)
const signal = stopSignal()
// The next backend may also fill the catalogue: this process ends with its parent.
process.once('disconnect', () => process.exit(1))
const config = parseConfig(process.env)
const db = connect({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE })
const { storage } = await openStorage(config)
const workers = createBackendPool()
await fillDemo({
  db,
  storage,
  workers,
  recipes: demoRecipes(new Date()),
  signal,
  onProgress: (progress) => sendToParent({ progress }),
})
workers.close()
await db.close()
process.exit(0)
