import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { BROWSERS } from '#lib/browser/browsers.ts'

/**
 * Compiles the scripts of the islands (decision 62), and the style sheet for paper, which the pages load like them: at its own time.
 * @returns their addresses, which contain a hash of the content, and a function that writes them into the
 *   framework's folder of static files.
 */
export async function buildIslands() {
  const files = await Promise.all([
    compile('islands/main.ts', 'islands'),
    compile('islands/fields.ts', 'fields'),
    compile('islands/lists.ts', 'lists'),
    compile('islands/strip.ts', 'strip'),
    compile('app/print.css', 'print'),
  ])
  const [visitor, fields, lists, strip, print] = files
  return {
    visitor: visitor.address,
    fields: fields.address,
    lists: lists.address,
    strip: strip.address,
    print: print.address,
    /** @param folder the framework's output folder. */
    async write(folder: string): Promise<void> {
      await mkdir(path.join(folder, 'static'), { recursive: true })
      for (const { name, code } of files) {
        await writeFile(path.join(folder, 'static', name), code)
      }
    },
  }
}

async function compile(file: string, prefix: string) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: [...BROWSERS],
    legalComments: 'none',
    charset: 'utf8',
    write: false,
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16)
  const name = `${prefix}-${hash}${path.extname(file) === '.css' ? '.css' : '.js'}`
  return { name, code, address: `/_next/static/${name}` }
}
