import { writeFile } from 'node:fs/promises'
import german from 'emojibase-data/de/compact.json' with { type: 'json' }
import english from 'emojibase-data/en/compact.json' with { type: 'json' }
import french from 'emojibase-data/fr/compact.json' with { type: 'json' }
import japanese from 'emojibase-data/ja/compact.json' with { type: 'json' }
import chinese from 'emojibase-data/zh/compact.json' with { type: 'json' }
import { emojiKey } from '#backend/services/search-index/emoji-names.ts'

/*
 * `npm run emoji`: writes the names of emoji in the languages of the site (backend/services/search-index/emoji-names.json), from the
 * CLDR names in `emojibase-data`. Run it after an update of that package, and commit the result.
 */

const TARGET = 'backend/services/search-index/emoji-names.json'

const names = new Map<string, Set<string>>()
for (const { hexcode, label } of [english, french, german, japanese, chinese].flat()) {
  const key = emojiKey(hexcode.split('-'))
  names.set(key, (names.get(key) ?? new Set()).add(label))
}
const lines = [...names].map(([key, all]) => `  "${key}": ${JSON.stringify([...all].join(' · '))}`)
await writeFile(TARGET, `{\n${lines.join(',\n')}\n}\n`)
console.log(TARGET, names.size)
