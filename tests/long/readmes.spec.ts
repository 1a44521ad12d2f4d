import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'playwright/test'
import { extract } from 'tar-stream'
import { differencesOf } from '#tests/support/readme-judge.ts'
import { POPULAR } from '#tests/support/readme-packages.ts'
import { figure } from '#tests/support/figure.ts'

/** The README of a packed package; empty without one. */
async function readmeOf(archive: Buffer): Promise<string> {
  const entries = extract()
  entries.end(gunzipSync(archive))
  for await (const entry of entries) {
    if (!/^[^/]+\/readme\.(?:md|markdown)$/i.test(entry.header.name)) entry.resume()
    else return text(entry)
  }
  return ''
}

test('READMEs of a hundred packages have the text, the links and the headings of the reference', async () => {
  const names = Object.values(POPULAR).flat()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'readmes-'))
  try {
    const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
    execFileSync('npm', [...pack, ...names], { stdio: 'inherit' })
    const found: string[] = []
    let [compared, left] = [0, 0]
    for (const file of readdirSync(folder)) {
      const readme = await readmeOf(readFileSync(path.join(folder, file)))
      const differences = readme === '' ? null : differencesOf(readme)
      if (differences === null) left += 1
      else compared += 1
      found.push(...(differences ?? []).map((difference) => `${file}: ${difference}`))
    }
    figure('READMEs of popular packages, compared with remark-gfm', compared)
    figure('of them with another text, link or heading', found.length)
    figure('READMEs that were not compared: none, or too large', left)
    expect(compared).toBeGreaterThan(80)
    expect(found).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
