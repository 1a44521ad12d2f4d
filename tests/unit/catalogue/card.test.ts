import { createFormatter, createTranslator } from 'next-intl'
import { raw } from 'hono/html'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { type CardLook, cardHtml } from '#components/catalogue/card.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'
import { getProcessState } from '#lib/process-state.ts'
import en from '#messages/en.json' with { type: 'json' }
import fr from '#messages/fr.json' with { type: 'json' }
import { buildProject } from '#tests/support/builders.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'

const MESSAGES = { en, fr }

function textsOf(locale: keyof typeof MESSAGES) {
  const messages = MESSAGES[locale]
  return {
    t: createTranslator({ locale, messages, namespace: 'card' }),
    kinds: createTranslator({ locale, messages, namespace: 'kind' }),
    os: createTranslator({ locale, messages, namespace: 'os' }),
    format: createFormatter({ locale, timeZone: 'UTC' }),
    locale,
  }
}
const html = (project: ListedProject, look?: CardLook) => cardHtml(project, textsOf('en'), look)
const EARLIER: VersionNeeds = {
  version: '1.9.0',
  operating_systems: ['macos', 'linux'],
  minimum_version: '2.0.0',
}
const clear = () => getProcessState('fragments')?.clear()

type Node = DefaultTreeAdapterTypes.ChildNode
const walk = (nodes: Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...('childNodes' in node ? walk(node.childNodes) : [])])
const elementsOf = (text: string) =>
  walk(parseFragment(text).childNodes).map(({ nodeName }) => nodeName)

describe('a card', () => {
  const before = buildProject({ revision: 1, summary: 'Before.', downloads: 5 })
  it.each<[string, Partial<ListedProject>]>([
    ['title', { revision: 2, title: 'Renamed' }],
    ['summary', { revision: 2, summary: 'After.' }],
    ['language', { revision: 2, language: 'de' }],
    ['author', { author: { uid: 'author2', name: 'Grace' } }],
    ['verification', { owner_verified: false }],
    ['cover', { revision: 2, cover: { ...before.cover, url: '/api/v1/file/other/cover.webp' } }],
    ['deprecation', { deprecation: { at: before.updated_at, reason: '' } }],
    ['number of downloads', { downloads: 6 }],
    ['date', { revision: 2, updated_at: '2026-02-01T00:00:00.000Z' }],
    ['systems', { revision: 2, operating_systems: ['macos'] }],
    ['version', { revision: 2, minimum_version: '3.0.0' }],
    ['earlier version', { fitting_versions: [EARLIER] }],
    ['sample', { sample: true }],
  ])('shows another %s as soon as the answer has it', (_, change) => {
    const after = { ...before, ...change }
    clear()
    const old = html(before, { isOneKind: true })
    const shown = html(after, { isOneKind: true })
    clear()
    expect(shown).toBe(html(after, { isOneKind: true }))
    expect(shown).not.toBe(old)
  })

  it('is kept for other pages in the same language and look', () => {
    clear()
    const project = buildProject()
    html(project)
    html(project)
    expect(getProcessState('fragments')?.size).toBe(1)
    expect(cardHtml(project, textsOf('fr'))).not.toBe(html(project))
    expect(html(project, { level: 3 })).not.toBe(html(project))
    expect(getProcessState('fragments')?.size).toBe(3)
  })

  it('shows what a search found on it, which others do not', () => {
    const project = buildProject({ title: 'Weather' })
    const texts = textsOf('en')
    const found = cardHtml(
      project,
      texts,
      {},
      { title: raw('<mark>Weather</mark>'), note: raw('<p>Why</p>') },
    )
    expect(found).toContain('><mark>Weather</mark></a>')
    expect(found).toContain('<p>Why</p><p class="card-facts">')
    expect(html(project)).toBe(
      found.replace('<mark>Weather</mark>', 'Weather').replace('<p>Why</p>', ''),
    )
  })

  it('has its earlier versions for the badge, and is no larger without any', () => {
    const project = buildProject()
    const older = { ...EARLIER, version: '1.0.0-beta.1', operating_systems: ['all' as const] }
    const shown = html({ ...project, fitting_versions: [EARLIER, older] })
    const attribute = ' data-earlier="1.9.0 2.0.0 macos linux;1.0.0-beta.1 2.0.0 all"'
    expect(shown.replace(attribute, '')).toBe(html(project))
    expect(html({ ...project, fitting_versions: [] })).toBe(html(project))
  })

  it.each([
    ['en', 'Version 1.9.0 fits: macOS and Linux, from 2.0.0', ''],
    ['fr', 'La version 1.9.0 convient\u00a0: macOS et Linux, dès 2.0.0', '/fr'],
  ] as const)(
    'names the version that a filter found in %s, and leads to it',
    (locale, text, at) => {
      const project = buildProject({ fitting_versions: [EARLIER] })
      const shown = cardHtml(project, textsOf(locale), { earlier: EARLIER })
      expect(shown).toContain(`<p class="card-earlier">${text}</p><p class="card-facts">`)
      expect(shown).toContain(`href="${at}/home/iconpack/detail/${project.id}?version=1.9.0"`)
      expect(html(project)).not.toContain('card-earlier')
    },
  )

  it.each(HOSTILE_STRINGS)('shows %s as text', (_, text) => {
    const plain = buildProject({ summary: 'a', owner_verified: false })
    const author = { uid: text, name: text, display_name: text }
    const hostile = { ...plain, id: text, title: text, summary: text, author }
    const look = { isOneKind: true, early: true }
    expect(elementsOf(html(hostile, look))).toEqual(elementsOf(html(plain, look)))
  })
})
