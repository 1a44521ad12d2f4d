import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { z } from 'zod'

/* `npm run test:contract -- --url http://…`: checks any backend, or a site in front of one. */

const USAGE = 'Usage: npm run test:contract -- --url http://host:port [--read-only]'

function main() {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, 'read-only': { type: 'boolean', default: false } },
  })
  const url = z.url({ protocol: /^https?$/ }).safeParse(values.url)
  if (!url.success) throw new Error('There is no address to check.')
  const child = spawn(
    'node_modules/.bin/vitest',
    ['run', '--config', 'vitest.contract.config.ts'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        CONTRACT_URL: url.data.replace(/\/+$/, ''),
        CONTRACT_READ_ONLY: values['read-only'] ? '1' : '',
      },
    },
  )
  child.once('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

try {
  main()
} catch (error) {
  console.error(error instanceof Error ? `${error.message}\n${USAGE}` : error)
  process.exitCode = 1
}
