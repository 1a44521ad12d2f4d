import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

/** Oldest browsers that the framework's own scripts run in. */
const BROWSERS = ['chrome111', 'edge111', 'firefox111', 'safari16.4']

/**
 * Compiles the islands into one script.
 * @returns its address, which contains a hash of its content, and a function that writes it into the
 *   framework's folder of static files.
 */
export async function buildIslands() {
  const { outputFiles } = await build({
    entryPoints: ['islands/main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: BROWSERS,
    legalComments: 'none',
    charset: 'utf8',
    write: false,
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16)
  const name = `islands-${hash}.js`
  return {
    address: `/_next/static/${name}`,
    /** @param folder the framework's output folder. */
    async write(folder: string): Promise<void> {
      await mkdir(path.join(folder, 'static'), { recursive: true })
      await writeFile(path.join(folder, 'static', name), code)
    },
  }
}
