import { NextIntlClientProvider } from 'next-intl'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { ProjectForm } from '#components/creator/form/project-form-client.tsx'
import type { ShownForm } from '#components/creator/form/form-types.ts'
import { type Kind, KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { FIELD_NAMES, fieldsOf } from '#lib/creator/fields.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { changedFields } from '#lib/creator/merge.ts'
import { readPosted } from '#lib/creator/posted.ts'
import { EMPTY_VALUES, type CreatorValues } from '#lib/creator/values.ts'
import messages from '#messages/en.json' with { type: 'json' }

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const SHOWN: ShownForm = {
  values: null,
  errors: [],
  conflict: null,
  isReview: false,
  lost: null,
  draft: null,
  proof: null,
  key: 'key-of-this-form',
  base: null,
  now: new Date('2026-05-01T12:00:00Z'),
}
const file = (id: string, alt = ''): UploadedFile => ({ id, name: `${id}.png`, size: 1, alt })
/** A value for each field that differs from the initial one. */
const VALUES: CreatorValues = {
  ...EMPTY_VALUES,
  repository_url: 'https://github.com/ada/plums',
  owner: 'ada',
  packages: [file('package')],
  package_systems: ['win32:Foo-Setup.flexplugin', ':FooMac.flexplugin'],
  file: file('file'),
  title: 'Plums & "pears"',
  tagline: 'Fruit <for> keys',
  cover: file('cover', 'A tree'),
  gallery: [file('one'), file('two', 'Two')],
  description: 'One\n\nTwo',
  language: 'fr',
  version: '1.2.0',
  minimum_version: '2.0.0',
  notes: 'New leaves',
  channel: 'prerelease',
  publish_at: '2026-06-01T12:00',
  license: 'MIT',
  operating_systems: ['macos', 'linux'],
  category: 'design',
  tags: 'a, b',
}

type Node = DefaultTreeAdapterTypes.ChildNode
const isElement = (node: Node): node is DefaultTreeAdapterTypes.Element => 'attrs' in node
const walk = (nodes: Node[]): DefaultTreeAdapterTypes.Element[] =>
  nodes.flatMap((node) =>
    isElement(node) && node.nodeName !== 'noscript' ? [node, ...walk(node.childNodes)] : [],
  )
const attributesOf = ({ attrs }: DefaultTreeAdapterTypes.Element) =>
  new Map(attrs.map(({ name, value }) => [name, value]))
const textOf = ({ childNodes }: DefaultTreeAdapterTypes.Element) =>
  childNodes.map((node) => ('value' in node ? node.value : '')).join('')

/** What a browser posts of an element (HTML, constructing the entry list), without files and buttons. */
function entriesOf(element: DefaultTreeAdapterTypes.Element): [string, string][] {
  const attributes = attributesOf(element)
  const name = attributes.get('name') ?? ''
  const type = attributes.get('type')
  if (name === '' || element.nodeName === 'button' || type === 'file') return []
  if (element.nodeName === 'textarea') return [[name, textOf(element)]]
  if (element.nodeName === 'select') {
    const options = walk(element.childNodes).map(attributesOf)
    const chosen = options.find((option) => option.has('selected')) ?? options[0]
    return [[name, chosen?.get('value') ?? '']]
  }
  const isChoice = type === 'checkbox' || type === 'radio'
  if (isChoice && !attributes.has('checked')) return []
  return [[name, attributes.get('value') ?? '']]
}

function render(kind: Kind, isEdit: boolean, shown: Partial<ShownForm>) {
  const { values } = shown
  const edited = isEdit && values ? { id: 'p1', revision: 3, values } : null
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ProjectForm
        kind={kind}
        edited={edited}
        maxBytes={1024}
        hasGitHub
        shown={{ ...SHOWN, ...shown }}
        uid="u1"
        author="ada"
      />
    </NextIntlClientProvider>,
  )
  return walk(parseFragment(html).childNodes)
}

function post(kind: Kind, values: CreatorValues, isEdit: boolean) {
  const fields = new Map<string, string[]>()
  for (const [name, value] of render(kind, isEdit, { values }).flatMap(entriesOf)) {
    fields.set(name, [...(fields.get(name) ?? []), value])
  }
  return { fields, values: readPosted({ fields, files: new Map() }, KIND_TABLE[kind].source) }
}

describe.each(KINDS)('the form of a server page, posted as it is: %s', (kind) => {
  const names = fieldsOf(KIND_TABLE[kind].source)
  const category = kind === 'icon' ? 'nature' : kind === 'plugin' ? 'productivity' : 'design'
  const values = { ...VALUES, category }

  it('has the value of each field, and the key and revision of an edit', () => {
    const posted = post(kind, values, true)
    expect(changedFields(values, posted.values).filter((name) => names.includes(name))).toEqual([])
    expect(posted.fields.get('key')).toEqual(['key-of-this-form'])
    expect(posted.fields.get('revision')).toEqual(['3'])
  })

  it('names each invalid field, with a link to its input', () => {
    const errors = names.map((field) => ({ field, text: `Wrong: ${field}` }))
    const elements = render(kind, true, { values, errors })
    const byId = new Map(elements.map((one) => [attributesOf(one).get('id'), attributesOf(one)]))
    const links = elements.flatMap(
      (one) => attributesOf(one).get('href')?.split('#input-')[1] ?? [],
    )
    expect(links).toEqual(names)
    for (const name of links) {
      const input = byId.get(`input-${name}`)
      expect(input?.get('aria-invalid'), name).toBe('true')
      expect(byId.has(`input-${name}-error`), name).toBe(true)
    }
  })

  it('has the values of a new project', () => {
    expect(changedFields(EMPTY_VALUES, post(kind, EMPTY_VALUES, false).values)).toEqual([])
  })
})

it('the values of this test differ from the initial ones', () => {
  expect(changedFields(EMPTY_VALUES, VALUES)).toEqual(FIELD_NAMES)
})
