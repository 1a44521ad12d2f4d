import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { readUpload } from '#tests/support/read-upload.ts'

const FLAGS = readFileSync('tests/fixtures/drawings/flag-icons/LICENSE', 'utf8')
const APACHE = readFileSync('node_modules/bare-events/LICENSE', 'utf8')
type Files = Record<string, string>

/** The licence that is proposed of an archive with an icon, and whether one is missed. */
async function proposed(files: Files, name = 'pack.zip') {
  const icons = [{ path: 'icons/sun.svg', content: SVG }]
  const entries = Object.entries(files).map(([path, content]) => ({ path, content }))
  const { manifest, warnings } = await readUpload(name, rawZip([...entries, ...icons]))
  return {
    license: manifest?.license,
    isMissed: warnings.some(({ code }) => code === 'no_license'),
  }
}

describe('the licence file in a folder of pictures', () => {
  it.each(['pack.zip', 'pack.iconpack'])('is recognised in %s', async (name) => {
    expect(await proposed({ LICENSE: FLAGS }, name)).toEqual({ license: 'MIT', isMissed: false })
  })

  it.each([
    ['COPYING', APACHE, 'Apache-2.0'],
    ['license.md', `# License\n\n${FLAGS}`, 'MIT'],
    ['LICENSE-MIT', FLAGS, 'MIT'],
    ['MIT-LICENSE.txt', FLAGS, 'MIT'],
    ['LICENSE.markdown', FLAGS, 'MIT'],
    ['UNLICENSE', readFileSync('node_modules/isbot/LICENSE', 'utf8'), 'Unlicense'],
  ])('%s is one', async (path, text, license) => {
    expect(await proposed({ [path]: text })).toEqual({ license, isMissed: false })
  })

  it('that says more is unknown', async () => {
    const license = `${FLAGS}\nNot for commercial use.\n`
    const unknown = { license: 'NOASSERTION', isMissed: false }
    expect(await proposed({ LICENSE: license })).toEqual(unknown)
  })

  it('is none of two with other names, and no icon', async () => {
    const missed = { license: 'NOASSERTION', isMissed: true }
    expect(await proposed({ 'LICENSE-MIT': FLAGS, 'LICENSE-APACHE': APACHE })).toEqual(missed)
    expect(await proposed({ 'license.svg': SVG })).toEqual(missed)
  })
})

describe('the licence file beside a manifest of ours', () => {
  const withManifest = (license: unknown): Files => ({
    'manifest.json': JSON.stringify(
      buildManifest('iconpack', { license, icons: [{ name: 'sun', file: 'icons/sun.svg' }] }),
    ),
    'LICENSE.txt': FLAGS,
  })
  it.each([
    ['names none', undefined, 'MIT'],
    ['says that it is unknown', 'NOASSERTION', 'MIT'],
    ['names another', 'CC-BY-4.0', 'CC-BY-4.0'],
    ['has words of its own', 'Free for friends', 'Free for friends'],
  ])('that %s', async (_, named, license) => {
    const found = await proposed(withManifest(named), 'pack.iconpack')
    expect(found).toEqual({ license, isMissed: false })
  })
})
