import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { bundleCli, PACKAGE_FOLDER, PROGRAM } from './cli-package.ts'

/*
 * `npm run build:cli`: bundles the command line into one file, which runs with Node and nothing else. `npm pack` in
 * `cli/package/` makes the package of it.
 */

const outfile = path.join(PACKAGE_FOLDER, PROGRAM)
await mkdir(path.dirname(outfile), { recursive: true })
await writeFile(outfile, await bundleCli(), { mode: 0o755 })
