import { writeFile } from 'node:fs/promises'
import german from 'emojibase-data/de/compact.json' with { type: 'json' }
import english from 'emojibase-data/en/compact.json' with { type: 'json' }
import shortNames from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' }
import french from 'emojibase-data/fr/compact.json' with { type: 'json' }
import japanese from 'emojibase-data/ja/compact.json' with { type: 'json' }
import chinese from 'emojibase-data/zh/compact.json' with { type: 'json' }
import { emojiKey } from '#backend/services/search-index/emoji-names.ts'

/*
 * `npm run emoji`: writes the names of emoji in the languages of the site (backend/services/search-index/emoji-names.json), from the
 * CLDR names in `emojibase-data`, and the short names that GitHub has for them (lib/markdown/emoji.json). Run it after an update of
 * that package, and commit the results.
 */

const TARGET = 'backend/services/search-index/emoji-names.json'
const SHORT_TARGET = 'lib/markdown/emoji.json'

const names = new Map<string, Set<string>>()
for (const { hexcode, label } of [english, french, german, japanese, chinese].flat()) {
  const key = emojiKey(hexcode.split('-'))
  names.set(key, (names.get(key) ?? new Set()).add(label))
}
const lines = [...names].map(([key, all]) => `  "${key}": ${JSON.stringify([...all].join(' · '))}`)
await writeFile(TARGET, `{\n${lines.join(',\n')}\n}\n`)
console.log(TARGET, names.size)

/** Without the variation selector where a character is an emoji by itself. */
const written = new Map(
  english.map(({ hexcode, unicode }) => [
    hexcode,
    unicode.replace(/^(\p{Emoji_Presentation})\ufe0f$/u, '$1'),
  ]),
)
const emojiByName = Object.entries(shortNames).flatMap(([hexcode, all]) =>
  [all].flat().map((name): [string, string] => [name, written.get(hexcode) ?? '']),
)
const sorted = emojiByName
  .filter(([, emoji]) => emoji !== '')
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
await writeFile(SHORT_TARGET, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`)
console.log(SHORT_TARGET, sorted.length)
