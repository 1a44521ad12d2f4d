import path from 'node:path'
import { onStop } from '#server/shutdown.ts'

/* The site of the tree that this file is in, or was copied to, until the process is stopped (compare.ts). */

process.chdir(path.join(import.meta.dirname, '..'))
// Loaded in that folder: modules resolve paths against it.
const { startSite } = await import('./site.ts')
const site = await startSite()
onStop(() => void site.stop().then(() => process.exit(0)))
process.send?.({ ready: true, url: site.web })
