import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

/*
 * `npm run build:cli`: bundles the command line into one file, which runs with Node and nothing else. `npm pack` in
 * `cli/package/` makes the package of it.
 */

const root = path.resolve(import.meta.dirname, '..')
const outfile = path.join(root, 'cli/package/dist/keystrip.js')

await build({
  entryPoints: [path.join(root, 'cli/main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  charset: 'utf8',
  banner: {
    // Packages in CommonJS require the modules of Node.
    js: [
      '#!/usr/bin/env node',
      "import { createRequire as makeRequire } from 'node:module'",
      'const require = makeRequire(import.meta.url)',
    ].join('\n'),
  },
})
await chmod(outfile, 0o755)
