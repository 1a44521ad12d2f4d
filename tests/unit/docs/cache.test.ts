import { expect, it } from 'vitest'
import { cardTags, scopeTags, tagsOfChange } from '#lib/cache/tags.ts'
import { RULES } from '#lib/cache/validity.ts'
import { CACHE_STORES } from '#lib/contract/cache/look.ts'
import type { Call } from '#lib/contract/call.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { CHANGE_EFFECTS, type ChangeEffect } from '#lib/contract/change.ts'
import { markdownTable } from './markdown-table.ts'

/** `vitest run tests/unit/docs/cache.test.ts --update` writes it anew. */
const DOCUMENT = '../../../docs/cache.md'

const KIND = 'icon'
const OTHER_KIND = /:(?!icon$)[a-z]+$/
const ID = '{id}'
const AUTHOR = '{author}'

const MEANINGS: Record<ChangeEffect, string> = {
  content: 'an edit that no card shows, such as of the description below its first sentence',
  card: 'an edit of what cards show, such as title or cover',
  membership: 'a new project or version, another category, tag or visibility',
  removal: 'hidden, deleted or withdrawn; everything else, and what is unknown',
}

const changeOf = (effect: ChangeEffect) =>
  tagsOfChange({ kind: KIND, id: ID, author: AUTHOR, effect })

/** Tags with the author's name in place of its hash. */
const shown = (tag: string) => `\`${tag.replace(/^author:.*/, `author:${AUTHOR}`)}\``
const sentence = (tags: readonly string[]) => tags.map(shown).join(', ')

const sentFor = (ms: number) => (ms === 0 ? 'not used' : `sent for ${ms / 1000} s`)

type Row = {
  name: string
  title: string
  scopes: NonNullable<Call['cache']>['scopes']
  input: object
}

/** The calls whose answers are kept, with the inputs that other tags follow from. */
const rows: Row[] = Object.entries<Call>(CALLS).flatMap(([name, { cache, params, query }]) => {
  if (!cache) return []
  const { scopes } = cache
  const has = (field: string) => field in { ...params?.shape, ...query?.shape }
  const kind = has('kind') ? { kind: KIND } : {}
  const plain = {
    name,
    title: `\`${name}\``,
    scopes,
    input: { ...kind, ...(has('id') && { id: ID }) },
  }
  const isList = scopes.includes('list')
  const byAuthor = {
    name,
    title: `\`${name}\` of an author`,
    scopes,
    input: { ...kind, author: AUTHOR },
  }
  const recent = { name, title: `\`${name}\` by date`, scopes, input: { ...kind, sort: 'recent' } }
  return [
    ...(name === 'author' ? [] : [plain]),
    ...(isList && has('sort') ? [recent] : []),
    ...(isList && has('author') ? [byAuthor] : []),
  ]
})

/** Whether a change of the project expires an answer: one that shows it among others, and one that does not. */
function expires({ scopes, input }: Row, effect: ChangeEffect): string {
  const { tags } = changeOf(effect)
  const expiring = new Set(tags)
  const isHit = (all: string[]) => all.some((tag) => expiring.has(tag))
  const own = scopeTags(scopes, input)
  if (isHit(own)) return 'yes'
  return isHit(cardTags(scopes, { items: [{ kind: KIND, id: ID }] })) ? 'if it is in it' : '–'
}

const typeOf = (tag: string) => tag.split(':', 1)[0] ?? ''

/** Tags that an effect expires and the one before does not. */
function addedBy(effect: ChangeEffect): string[] {
  const before = CHANGE_EFFECTS[CHANGE_EFFECTS.indexOf(effect) - 1]
  const known = new Set(before ? changeOf(before).tags : [])
  return changeOf(effect).tags.filter((tag) => !known.has(tag))
}

/** Effects, the tags that they expire, and the calls whose answers have them. */
function diagram(): string {
  const ofEffects = CHANGE_EFFECTS.flatMap((effect, at) => {
    const before = CHANGE_EFFECTS[at - 1]
    return [
      ...(before
        ? [`change_${effect}([${effect}]) -- also --> change_${before}([${before}])`]
        : []),
      ...addedBy(effect).map((tag) => {
        const label = shown(tag).replaceAll('`', '')
        return `change_${effect}([${effect}]) --> tag_${typeOf(tag)}["${label}"]`
      }),
    ]
  })
  const ofCalls = rows.flatMap(({ name, scopes, input }) => {
    const cards = cardTags(scopes, { items: [{ kind: KIND, id: ID }] })
    const types = [...scopeTags(scopes, input), ...cards].map(typeOf)
    return types
      .filter((type) => type !== 'kind' && type !== 'authors')
      .map((type) => `tag_${type} --> call_${name}[/${name}/]`)
  })
  return [...ofEffects, ...new Set(ofCalls)].map((line) => `  ${line}`).join('\n')
}

it('every effect expires what the effect before it expires', () => {
  const missing = CHANGE_EFFECTS.slice(1).flatMap((effect, at) => {
    const { tags } = changeOf(effect)
    return changeOf(CHANGE_EFFECTS[at] ?? effect).tags.filter((tag) => !tags.includes(tag))
  })
  expect(missing).toEqual([])
})

it('docs/cache.md shows what expires what', async () => {
  const effects = CHANGE_EFFECTS.map((effect, at) => {
    const { isSoft } = changeOf(effect)
    const added = sentence(addedBy(effect))
    const all = at === 0 ? added : `those above, ${added}`
    return [`\`${effect}\``, MEANINGS[effect], all, isSoft ? 'outdated' : 'removed']
  })
  const answers = rows.map((row) => [
    row.title,
    sentence(scopeTags(row.scopes, row.input).filter((tag) => !OTHER_KIND.test(tag))) || '–',
    row.scopes.includes('cards') ? shown('card:{kind}:{id}') : '–',
    ...CHANGE_EFFECTS.map((effect) => expires(row, effect)),
  ])
  const stores = CACHE_STORES.map((store) => {
    const { staleMs, outdatedMs, lateMs } = RULES[store]
    return [`\`${store}\``, ...[staleMs, outdatedMs, lateMs].map(sentFor)]
  })
  await expect(`# What expires what

Cached answers of the backend have tags, and a page has the tags of the answers in it. A change of a project expires tags. This page is generated from
\`lib/cache/tags.ts\` and the contract: \`vitest run tests/unit/docs/cache.test.ts --update\`.
[Decision 134](decisions/0134-serve-outdated-pages-for-two-seconds.md) has the reasons.

\`\`\`mermaid
flowchart LR
${diagram()}
\`\`\`

## Changes

Of an icon pack. Where the author is unknown, \`authors:icon\` takes the place of the author’s tag. \`kind:icon\` expires with all projects of a kind, \`catalogue\`,
which every answer and page has, with everything.

${markdownTable(['Effect', 'Of', 'Expires', 'What has the tags is'], effects)}

## How long what is stored is used

By the table of \`lib/cache/validity.ts\`, which all caches of a web process follow. Entries of other processes (\`CACHE_URL\`) follow it by the position of the change
feed. What was **removed** is never used again.

${markdownTable(['Store', 'After its lifetime', 'Outdated, from the time when it began to be made', 'Outdated, in a process that is behind'], stores)}

In the first second after it began to be made, a page is not rendered again, however often it is outdated. What is past these times is rendered while the visitor waits,
and sent only if that fails. Caches in front keep a page for what is left of its lifetime, five minutes at most, and none that is outdated; they are purged softly
for what is outdated, hard for what is removed.

## Answers

Tags of the answers of each call, for icon packs. “If it is in it”: where the project is one of those in the answer.

${markdownTable(['Call', 'Tags', 'Of each project in it', ...CHANGE_EFFECTS.map((effect) => `\`${effect}\``)], answers)}
`).toMatchFileSnapshot(DOCUMENT)
})
