import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import messages from '#messages/en.json' with { type: 'json' }
import {
  changedTexts,
  entriesOf,
  selectSpecs,
  selectTests,
  usersOfMessage,
} from '#scripts/test/changed.ts'
import {
  addressOf,
  ENTRIES,
  OPENED,
  OPENED_OTHERWISE,
  SPECS_OF_ROOMS,
} from '#scripts/test/opened-pages.ts'

/** Pages of development, and what operators ask by command (tests/integration/web/cache-look.test.ts). */
const isForOthers = (address: string) => address.startsWith('dev/') || address === 'api/cache'
/** Whether a module is more than types, which the compiler checks. */
const hasValue = (file: string) =>
  !file.endsWith('.ts') || /^(?:export|import) (?!type\b)/m.test(readFileSync(file, 'utf8'))
const limits = { secondsOf: () => 1, seconds: 20 }
const named = (files: readonly string[]) =>
  files.map((file) => file.slice('tests/e2e/'.length, -'.spec.ts'.length))

describe('the map of browser tests', () => {
  it('has every page and route of the site, each opened by at least one file', () => {
    expect(OPENED.size).toBeGreaterThan(80)
    expect(ENTRIES.length).toBeGreaterThan(90)
    const opened = new Set([...OPENED.values()].flat())
    const addresses = ENTRIES.map(addressOf).filter((address) => !isForOthers(address))
    expect(addresses.filter((address) => !opened.has(address))).toEqual([])
  })

  it('names no page and no file of tests that is gone', () => {
    const addresses = new Set(ENTRIES.map(addressOf))
    expect(Object.keys(OPENED_OTHERWISE).filter((one) => !addresses.has(one))).toEqual([])
    const specs = [
      ...Object.values(OPENED_OTHERWISE).flatMap((names) => names.map((name) => `${name}.spec.ts`)),
      ...Object.values(SPECS_OF_ROOMS).flat(),
    ]
    expect(specs.filter((spec) => !OPENED.has(spec))).toEqual([])
  })

  it('reads addresses from texts, templates and patterns', () => {
    expect(OPENED.get('publish-own.spec.ts')).toEqual(
      expect.arrayContaining([
        'home/user/delete/[kind]/[id]',
        'home/user/editicon',
        'home/user/withdraw/[kind]/[id]/[version]',
      ]),
    )
    expect(OPENED.get('publish-own.spec.ts')).not.toContain('home/user/editplugin')
  })

  it('leads from every component to an entry', () => {
    const components = globSync('components/**/*.tsx')
    expect(components.length).toBeGreaterThan(200)
    expect(components.filter((file) => entriesOf(file).length === 0)).toEqual([])
  })

  it('leads from every file of the web app, style sheets and settings included, to a test', () => {
    const files = globSync(['{app,components,islands,server}/**/*.{ts,tsx}', 'app/*.css'])
    const settings = ['middleware.ts', 'next.config.mjs', 'tailwind.config.ts']
    const isShown = (file: string) => !isForOthers(addressOf(file)) && hasValue(file)
    const others = [...files, ...settings].filter(isShown)
    expect(others.length).toBeGreaterThan(400)
    expect(others.filter((file) => selectSpecs([file], [], limits).chosen.length === 0)).toEqual([])
  })

  it('leads from every message of a page to a module that shows it', () => {
    const keys = keysOf(messages).filter((key) => !key.startsWith('mail.'))
    expect(keys.length).toBeGreaterThan(1000)
    expect(keys.filter((key) => usersOfMessage(key).length === 0)).toEqual([])
  })
})

describe('tests of a change', () => {
  it('are the browser tests whose pages load a changed component, those of its name first', () => {
    const { chosen } = selectSpecs(['components/report/thread.tsx'], [], limits)
    expect(named(chosen)[0]).toBe('admin-reports')
    expect(named(chosen)).not.toContain('recolour')
  })

  it('are for a service the browser tests of the pages that call it', () => {
    const { chosen } = selectSpecs(['backend/services/figure/nothing.ts'], [], limits)
    expect(chosen).toEqual([])
    const { chosen: ofReports } = selectSpecs(['backend/services/report/receive.ts'], [], limits)
    expect(named(ofReports)).toContain('admin-reports')
  })

  it('are the tests that a changed helper is part of, and a changed test itself', () => {
    const { chosen } = selectSpecs(['tests/e2e/lists.ts', 'tests/e2e/faults.spec.ts'], [], limits)
    expect(named(chosen)).toContain('faults')
    expect(selectTests(['tests/unit/paths.test.ts'], limits).chosen).toEqual([
      'tests/unit/paths.test.ts',
    ])
  })

  it('begin with those that import what was changed, and end within their time', () => {
    const { chosen, leftOut } = selectTests(['lib/paths.ts'], limits)
    expect(chosen[0]).toBe('tests/unit/paths.test.ts')
    expect(chosen).toHaveLength(20)
    expect(leftOut.length).toBeGreaterThan(20)
  })

  it('that were changed run whatever they take', () => {
    const changed = ['tests/e2e/faults.spec.ts', 'tests/integration/backend/list.test.ts']
    const slow = { secondsOf: () => 100, seconds: 20 }
    expect(named(selectSpecs(changed, [], slow).chosen)).toEqual(['faults'])
    expect(selectTests(changed, slow).chosen).toEqual(['tests/integration/backend/list.test.ts'])
  })

  it('contain a text that was changed', () => {
    const before = JSON.stringify({ list: { none: 'Nothing matches', more: 'Show more' } })
    const after = JSON.stringify({ list: { none: 'Nothing found', more: 'Show more' } })
    const { keys, texts } = changedTexts(before, after)
    expect({ keys, texts }).toEqual({ keys: ['list.none'], texts: ['Nothing matches'] })
    expect(usersOfMessage('installed.check')).toContain(
      'components/installed/installed-form-client.tsx',
    )
  })
})

function keysOf(value: unknown, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix]
  return Object.entries(Object(value)).flatMap(([name, inner]) =>
    keysOf(inner, prefix === '' ? name : `${prefix}.${name}`),
  )
}
