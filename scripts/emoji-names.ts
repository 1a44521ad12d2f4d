import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { emojiKey } from '#backend/services/search-index/emoji-names.ts'

/*
 * `npm run emoji`: writes the names of emoji in the languages of the site (backend/services/search-index/emoji-names.json), from the
 * CLDR names in `emojibase-data`. Run it after an update of that package, and commit the result.
 */

const LANGUAGES = ['en', 'fr', 'de', 'ja', 'zh'] as const
const TARGET = 'backend/services/search-index/emoji-names.json'
const emojiSchema = z.array(z.object({ hexcode: z.string(), label: z.string() }))

const require = createRequire(import.meta.url)
const names = new Map<string, Set<string>>()
for (const language of LANGUAGES) {
  const file = require.resolve(`emojibase-data/${language}/compact.json`)
  for (const { hexcode, label } of emojiSchema.parse(JSON.parse(await readFile(file, 'utf8')))) {
    const key = emojiKey(hexcode.split('-'))
    names.set(key, (names.get(key) ?? new Set()).add(label))
  }
}
const lines = [...names].map(([key, all]) => `  "${key}": ${JSON.stringify([...all].join(' · '))}`)
await writeFile(TARGET, `{\n${lines.join(',\n')}\n}\n`)
console.log(TARGET, names.size)
