import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { build } from 'esbuild'
import { pack } from 'tar-stream'
import description from '#cli/package/package.json' with { type: 'json' }
import { VERSION } from '#lib/version.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** What is packed beside the program; it has a `package.json` of its own. */
const PACKAGE_FOLDER = path.join(root, 'cli/package')
/** Where the web app reads the package that it hands out (app/keystrip-cli.tgz/route.ts). */
const SERVED = '.next/keystrip-cli.tgz'
/** All entries have the same time, so that the same sources make the same bytes. */
const MODIFIED = new Date(0)

/** The command line in one file, which runs with Node and nothing else. */
async function bundleCli(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'cli/main.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // Some packages have a CommonJS build that cannot be bundled.
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    charset: 'utf8',
    // The other build of css-tree reads its data from files at run time.
    alias: { 'css-tree': 'css-tree/dist/csstree.esm' },
    banner: {
      // Packages in CommonJS require the modules of Node.
      js: [
        '#!/usr/bin/env node',
        "import { createRequire as makeRequire } from 'node:module'",
        'const require = makeRequire(import.meta.url)',
      ].join('\n'),
    },
    write: false,
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

/** The tarball of the command line, as npm installs it. */
export async function packCli(): Promise<Buffer> {
  const archive = pack()
  const add = (name: string, bytes: Uint8Array, mode = 0o644) =>
    archive.entry({ name: `package/${name}`, mode, mtime: MODIFIED }, Buffer.from(bytes))
  const about = JSON.stringify({ ...description, version: VERSION }, undefined, 2)
  add('package.json', Buffer.from(about))
  add('README.md', await readFile(path.join(PACKAGE_FOLDER, 'README.md')))
  add(description.bin.keystrip, await bundleCli(), 0o755)
  archive.finalize()
  return promisify(gzip)(await buffer(archive))
}

/** Writes the package that the site hands out. */
export async function writeServedCli(): Promise<void> {
  const packed = await packCli()
  await mkdir(path.dirname(SERVED), { recursive: true })
  // Sites that run already read the whole file, of before or of now.
  const unfinished = `${SERVED}.${process.pid}`
  await writeFile(unfinished, packed)
  await rename(unfinished, SERVED)
}
