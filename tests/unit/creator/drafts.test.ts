import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newFilesOf, readUnsaved, sendLocalDrafts } from '#lib/creator/draft-client.ts'
import { DraftSaver, type DraftState } from '#lib/creator/draft-saver-client.ts'
import { localDraftKey, removeDrafts } from '#lib/creator/draft-store-client.ts'
import { formFileSchema } from '#lib/creator/form-file.ts'
import { merge, untouchedSince } from '#lib/creator/merge.ts'
import { EMPTY_VALUES, type CreatorValues } from '#lib/creator/values.ts'

/** Storage of a browser. */
function storageOf() {
  const items = new Map<string, string>()
  const methods = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  return new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

type Kept = { revision: number; content: { values: CreatorValues }; key?: string }
type Sent = { method: string; path: string; match: string | null; body: Kept }

/** Drafts at the server, as the calls of the contract change them. */
function serverOf() {
  const drafts = new Map<string, Kept>()
  const sent: Sent[] = []
  /** Answers the next requests in place of the server. */
  const instead: (object | 'offline')[] = []
  const answer = (code: number, more: object = {}) =>
    Response.json({ code, message: '', data: null, ...more })
  const kept = (id: string, { revision }: Kept) => answer(200, { data: { id, revision } })
  const handle = async (path: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init
    const body = init.body === undefined ? null : JSON.parse(String(init.body))
    const match = new Headers(init.headers).get('if-match')
    sent.push({ method, path, match, body })
    const other = instead.shift()
    if (other === 'offline') throw new TypeError('offline')
    if (other) return answer(409, other)
    const id = path.split('/').at(5)
    if (method === 'POST') {
      const own = [...drafts].find(([, draft]) => draft.key === body.key)
      const draft = { ...body, revision: (own?.[1].revision ?? 0) + 1 }
      const name = own?.[0] ?? `draft-${drafts.size + 1}`
      drafts.set(name, draft)
      return kept(name, draft)
    }
    const draft = id === undefined ? undefined : drafts.get(id)
    if (id === undefined || !draft) return answer(404)
    if (method === 'GET') return answer(200, { data: { id, ...draft } })
    if (match !== `"${draft.revision}"`) return answer(409, { reason: 'stale' })
    const changed = { ...draft, ...body, revision: draft.revision + 1 }
    drafts.set(id, changed)
    return kept(id, changed)
  }
  return { drafts, sent, instead, fetch: handle }
}

let server: ReturnType<typeof serverOf>
beforeEach(() => {
  vi.useFakeTimers()
  server = serverOf()
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('localStorage', storageOf())
  vi.stubGlobal('sessionStorage', storageOf())
  vi.stubGlobal('document', { visibilityState: 'visible' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const FORM = { uid: 'ada', kind: 'icon', edited: null } as const
const valuesOf = (typed: Partial<CreatorValues>): CreatorValues => ({ ...EMPTY_VALUES, ...typed })

/** The form in a tab: what is typed, and what it shows of its draft. */
function tabOf({ id = '', revision = 1, values = EMPTY_VALUES, key = 'key-of-the-form' } = {}) {
  const draft = id === '' ? null : { id, revision }
  const saver = new DraftSaver({ form: FORM, draft, key, saved: values })
  let current = values
  let state: DraftState | null = null
  let conflicts: string[] = []
  saver.listen({
    onState: (next) => {
      state = next
    },
    onStale: ({ base, theirs }) => {
      const merged = merge({ mine: current, theirs, isUntouched: untouchedSince(base) })
      current = merged.values
      conflicts = merged.conflict?.fields ?? []
      return conflicts.length > 0 ? null : current
    },
  })
  return {
    saver,
    type: (typed: Partial<CreatorValues>) => {
      current = { ...current, ...typed }
      saver.change(current, [])
    },
    title: () => current.title,
    problem: () => state?.problem,
    conflicts: () => conflicts,
  }
}
const titles = () => [...server.drafts.values()].map(({ content }) => content.values.title)

describe('a draft', () => {
  it('is saved after a pause, on top of what was saved last', async () => {
    const tab = tabOf()
    tab.type({ title: 'O' })
    await vi.advanceTimersByTimeAsync(1000)
    tab.type({ title: 'Orchard' })
    await vi.advanceTimersByTimeAsync(1499)
    expect(server.sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(titles()).toEqual(['Orchard'])
    tab.type({ title: 'Orchards' })
    await vi.advanceTimersByTimeAsync(1500)
    expect(server.sent.map(({ method, match }) => [method, match])).toEqual([
      ['POST', null],
      ['PUT', '"1"'],
    ])
    expect(titles()).toEqual(['Orchards'])
    expect(tab.problem()).toBeNull()
  })

  it('is saved by one request at a time', async () => {
    const tab = tabOf()
    tab.type({ title: 'First' })
    const first = tab.saver.flush()
    tab.type({ title: 'Second' })
    await Promise.all([first, tab.saver.flush()])
    expect(server.sent.map(({ method }) => method)).toEqual(['POST', 'PUT'])
    expect(titles()).toEqual(['Second'])
  })

  it('is not saved as long as nothing is typed', async () => {
    const tab = tabOf()
    tab.type({ title: '' })
    await vi.runAllTimersAsync()
    await tab.saver.flush()
    expect(server.sent).toEqual([])
  })

  it('without connection stays in the tab, and is saved later', async () => {
    const tab = tabOf()
    server.instead.push('offline')
    tab.type({ title: 'Orchard' })
    await vi.advanceTimersByTimeAsync(1500)
    expect(tab.problem()).toBe('offline')
    expect(readUnsaved(FORM)).toMatchObject({
      key: 'key-of-the-form',
      values: { title: 'Orchard' },
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(titles()).toEqual(['Orchard'])
    expect(tab.problem()).toBeNull()
    expect(readUnsaved(FORM)).toBeNull()
  })

  it('that another tab has changed is merged field by field', async () => {
    const first = tabOf()
    first.type({ title: 'Orchard' })
    await first.saver.flush()
    const opened = { id: 'draft-1', values: valuesOf({ title: 'Orchard' }) }
    const second = tabOf(opened)
    first.type({ description: 'Trees' })
    await first.saver.flush()
    second.type({ title: 'Orchards' })
    await second.saver.flush()
    expect(server.drafts.get('draft-1')?.content.values).toMatchObject({
      title: 'Orchards',
      description: 'Trees',
    })
  })

  it('of which two tabs have changed a field is saved once the creator has chosen', async () => {
    const first = tabOf()
    first.type({ title: 'Orchard' })
    await first.saver.flush()
    const second = tabOf({ id: 'draft-1', values: valuesOf({ title: 'Orchard' }) })
    first.type({ title: 'Plums' })
    await first.saver.flush()
    second.type({ title: 'Pears' })
    await second.saver.flush()
    await vi.runAllTimersAsync()
    expect(second.conflicts()).toEqual(['title'])
    expect([titles(), second.title()]).toEqual([['Plums'], 'Pears'])
    second.saver.hold(false)
    await second.saver.flush()
    expect(titles()).toEqual(['Pears'])
  })

  it('that was deleted elsewhere is saved again, under its key', async () => {
    const tab = tabOf()
    tab.type({ title: 'Orchard' })
    await tab.saver.flush()
    server.drafts.clear()
    tab.type({ title: 'Orchards' })
    await tab.saver.flush()
    expect(titles()).toEqual(['Orchards'])
    expect(server.sent.at(-1)?.body.key).toBe('key-of-the-form')
  })

  it('that was published is not saved again', async () => {
    const tab = tabOf()
    server.instead.push({ reason: 'other_request' })
    tab.type({ title: 'Orchard' })
    await tab.saver.flush()
    expect(tab.problem()).toBe('published')
    tab.type({ title: 'Orchards' })
    await vi.runAllTimersAsync()
    expect(server.sent).toHaveLength(1)
  })

  it('beyond the limit of an account is not saved, with a message', async () => {
    const tab = tabOf()
    server.instead.push({ reason: 'too_many_drafts' })
    tab.type({ title: 'Orchard' })
    await tab.saver.flush()
    expect(tab.problem()).toBe('full')
    expect(tab.saver.isKept).toBe(true)
  })
})

describe('drafts of release 0.1 in the browser', () => {
  const local = (title: string, savedAt: number) =>
    JSON.stringify({ savedAt, values: valuesOf({ title }), base: null })
  const key = (uid: string, slot: number) => `${localDraftKey(uid, 'icon')}:${slot}`

  it('are sent once and removed; the newest is opened', async () => {
    localStorage.setItem(key('ada', 0), local('Newer', 2000))
    localStorage.setItem(key('ada', 1), local('Older', 1000))
    localStorage.setItem(key('eve', 0), local('Another account', 3000))
    localStorage.setItem(key('ada', 2), '{"values":{"title":3}}')
    expect(await sendLocalDrafts(FORM)).toBe('draft-2')
    expect(titles()).toEqual(['Older', 'Newer'])
    expect(await sendLocalDrafts(FORM)).toBeNull()
    expect(titles()).toHaveLength(2)
    expect(localStorage.getItem(key('eve', 0))).not.toBeNull()
  })

  it('stay in the browser if they cannot be sent', async () => {
    localStorage.setItem(key('ada', 0), local('Orchard', 1000))
    server.instead.push('offline')
    expect(await sendLocalDrafts(FORM)).toBeNull()
    expect(localStorage.getItem(key('ada', 0))).not.toBeNull()
  })

  it('are removed with their account', () => {
    localStorage.setItem(key('ada', 0), local('Orchard', 1000))
    localStorage.setItem(key('eve', 0), local('Another account', 1000))
    removeDrafts('ada')
    expect(localStorage.getItem(key('ada', 0))).toBeNull()
    expect(localStorage.getItem(key('eve', 0))).not.toBeNull()
  })
})

it('a file of a draft from before formats were named keeps its name and size', () => {
  const file = { id: 'f1', name: 'mine.iconpack', size: 9, alt: '' }
  expect(formFileSchema.parse({ ...file, isRewritten: true })).toEqual(file)
  expect(formFileSchema.parse({ ...file, format: 'of a later release' })).toEqual(file)
})

it('new files of a draft are those that its project does not have', () => {
  const file = (id: string) => ({ id, name: id, size: 1, alt: '' })
  const before = valuesOf({ file: file('old'), gallery: [file('published')] })
  const values = { ...before, file: file('new'), gallery: [file('published'), file('more')] }
  const ids = newFilesOf(values, { revision: 1, values: before }).map(({ id }) => id)
  expect(ids).toEqual(['new', 'more'])
})
