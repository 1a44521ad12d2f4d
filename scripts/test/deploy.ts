import { spawnSync } from 'node:child_process'
import { buildIfChanged } from '#scripts/build/build.ts'

/*
 * `npm run test:deploy [-- FILTER...]`: what runs in front of the site and under it, with the files in `deploy/`. A test whose engine
 * is not installed (nginx, Varnish with its vmods, systemd, iproute2, PostgreSQL) is skipped. Connects only to this machine.
 */

await buildIfChanged(console.log)
const args = ['run', '--config', 'vitest.deploy.config.ts', ...process.argv.slice(2)]
const { status } = spawnSync('node_modules/.bin/vitest', args, { stdio: 'inherit' })
process.exitCode = status ?? 1
