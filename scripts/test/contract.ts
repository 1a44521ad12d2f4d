import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { z } from 'zod'

/* `npm run test:contract`: see "Contract suite" in CONTRIBUTING.md. */

const USAGE = `Usage: npm run test:contract [-- --url http://host:port [options]]

Without --url the suite checks the embedded backend and the reference backend of this repository.
--url           Address of a backend without /api/v1; with --read-only also of a site.
--read-only     Only reading calls: no accounts, uploads, publications or statistics.
--mail-dir      Folder where the backend writes its messages as .eml files.
--code-command  Shell command that prints the six-digit code last sent to $EMAIL.

Accounts, uploads and publications are checked only with --mail-dir or --code-command.`

function main() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      'read-only': { type: 'boolean', default: false },
      'mail-dir': { type: 'string', default: '' },
      'code-command': { type: 'string', default: '' },
    },
  })
  const url = z
    .url({ protocol: /^https?$/ })
    .optional()
    .safeParse(values.url)
  if (!url.success) throw new Error('--url is not an http address.')
  const child = spawn(
    'node_modules/.bin/vitest',
    ['run', '--config', 'vitest.contract.config.ts'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        CONTRACT_URL: (url.data ?? '').replace(/\/+$/, ''),
        CONTRACT_READ_ONLY: values['read-only'] ? '1' : '',
        CONTRACT_MAIL_DIR: values['mail-dir'],
        CONTRACT_CODE_COMMAND: values['code-command'],
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
