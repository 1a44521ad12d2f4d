import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'

/*
 * `npm run migrations -- --name what_it_does`: writes the migration from the last snapshot of the schema to the tables of now, with
 * the snapshot after it. drizzle-kit compares with the last one alone, so those before it are removed.
 */

const { status } = spawnSync(
  'node_modules/.bin/drizzle-kit',
  ['generate', '--config', 'backend/db/drizzle.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
const snapshots = globSync('backend/db/migrations/meta/*_snapshot.json').toSorted()
for (const file of snapshots.slice(0, -1)) rmSync(file)
process.exitCode = status ?? 1
