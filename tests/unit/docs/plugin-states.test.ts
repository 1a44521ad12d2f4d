import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  EVENTS,
  follow,
  type PluginEvent,
  type PluginPlace,
  reachable,
  TRANSITIONS,
  transitionOf,
} from '#backend/services/plugin/states.ts'
import { markdownTable } from './markdown-table.ts'

/** `vitest run tests/unit/docs/plugin-states.test.ts --update` writes its section anew. */
const DOCUMENT = 'docs/architecture.md'
const SECTION = /(?<=## States of a plugin\n[^]*?\n)```mermaid\n[^]*?(?=\n## )/

const EVENT_NAMES = Object.keys(EVENTS).filter((name): name is PluginEvent => name in EVENTS)
const PARTS = ['display', 'claim', 'repository'] as const
type Part = (typeof PARTS)[number]
type Edge = { from: string; to: string; event: PluginEvent }
type Steps = { from: PluginPlace; to: PluginPlace; event: PluginEvent }[]

const steps: Steps = reachable().flatMap(({ place: from }) =>
  EVENT_NAMES.flatMap((event) => {
    const next = follow(from, event)
    return 'error' in next ? [] : [{ from, to: next.to, event }]
  }),
)

/** What of a state an event changes. */
const edgesOf = (part: Part): Edge[] =>
  steps.flatMap(({ from, to, event }) =>
    typeof from === 'string' || typeof to === 'string' || from[part] === to[part]
      ? []
      : [{ from: from[part], to: to[part], event }],
  )

const ends = { none: '[*]', kept: 'kept' } as const
const nameOf = (place: PluginPlace) => (typeof place === 'string' ? ends[place] : 'plugin')
const outside: Edge[] = steps.flatMap(({ from, to, event }) =>
  nameOf(from) === nameOf(to) ? [] : [{ from: nameOf(from), to: nameOf(to), event }],
)

/** An arrow between two states has the names of all its events. */
function arrows(edges: Edge[], indent: string): string[] {
  const all = Map.groupBy(edges, ({ from, to }) => `${from} --> ${to}`)
  return [...all].map(([arrow, of]) => {
    const events = [...new Set(of.map(({ event }) => event))]
    return `${indent}${arrow}: ${events.join(', ')}`
  })
}

const diagram = [
  'stateDiagram-v2',
  ...arrows(outside, '  '),
  '  state plugin {',
  ...PARTS.flatMap((part, at) => [...(at > 0 ? ['    --'] : []), ...arrows(edgesOf(part), '    ')]),
  '  }',
].join('\n')

/** The words of a part of the table, such as `held or hidden, displaced`. */
function wordsOf(given: string | Partial<Record<Part, string | readonly string[]>>): string {
  if (typeof given === 'string') return given
  const words = PARTS.flatMap((part) => {
    const values = given[part] ?? []
    return typeof values === 'string' ? [values] : values.length > 0 ? [values.join(' or ')] : []
  })
  return words.join(', ') || 'any'
}

const rows = EVENT_NAMES.flatMap((event) => {
  const own = TRANSITIONS.filter((one) => one.event === event)
  const about = EVENTS[event]
  const [file, name] = about.made
  const made = `[\`${name}\`](../backend/services/${file})`
  const results = [
    ...own.map((one) => [wordsOf(one.from), 'error' in one ? `\`${one.error}\`` : wordsOf(one.to)]),
    ...('otherwise' in about ? [['otherwise', `\`${about.otherwise}\``]] : []),
  ]
  return results.map(([from = '', to = ''], at) =>
    at === 0 ? [event, about.by, from, to, made, about.lock] : ['', '', from, to, '', ''],
  )
})

it('docs/architecture.md shows the states of a plugin', async () => {
  const text = readFileSync(DOCUMENT, 'utf8')
  const head = ['Event', 'By', 'From', 'To, or error', 'Made by', 'Locks']
  const section = `\`\`\`mermaid\n${diagram}\n\`\`\`\n\n${markdownTable(head, rows)}\n`
  expect(text).toMatch(SECTION)
  await expect(text.replace(SECTION, () => section)).toMatchFileSnapshot(`../../../${DOCUMENT}`)
})

it('every event is made by a function that exists', () => {
  const missing = EVENT_NAMES.filter((event) => {
    const [file, name] = EVENTS[event].made
    const source = readFileSync(`backend/services/${file}`, 'utf8')
    return !source.includes(`export async function ${name}(`)
  })
  expect(missing).toEqual([])
})

it('every transition decides about a state that is reached', () => {
  const deciding = new Set(
    reachable().flatMap(({ place }) => EVENT_NAMES.map((event) => transitionOf(place, event))),
  )
  expect(TRANSITIONS.filter((one) => !deciding.has(one))).toEqual([])
})
