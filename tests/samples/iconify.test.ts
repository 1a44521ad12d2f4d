import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { iconToHTML, iconToSVG, parseIconSet, quicklyValidateIconSet } from '@iconify/utils'
import { describe, expect, it } from 'vitest'
import { readUpload } from '#tests/support/read-upload.ts'

const require = createRequire(import.meta.url)
const SUN = '<path d="M2 2h12v6z"/>'
const upload = (set: object, name = 'set.json') =>
  readUpload(name, Buffer.from(JSON.stringify(set)))
const set = (more: object = {}) => ({ prefix: 'orchard', icons: { sun: { body: SUN } }, ...more })

describe('sets of npm', () => {
  it.each(['bi', 'iconoir', 'pixelarticons'])(
    'every icon of %s is drawn as Iconify draws it, and further names of it are its tags',
    async (name) => {
      const bytes = await readFile(require.resolve(`@iconify-json/${name}/icons.json`))
      const { format, error, isRewritten, drawings, manifest } = await readUpload('set.json', bytes)
      expect({ format, error, isRewritten }).toEqual({
        format: 'iconify-json',
        error: null,
        isRewritten: true,
      })
      const tags = new Set(
        manifest?.format === 'iconpack' ? manifest.icons.flatMap((icon) => icon.tags ?? []) : [],
      )
      const icons = quicklyValidateIconSet(JSON.parse(bytes.toString()))
      if (!icons) throw new Error('Iconify does not read its own set')
      const expected = new Map<string, string>()
      const missing: string[] = []
      parseIconSet(icons, (icon, data) => {
        if (!data || data.hidden) return
        const { body, attributes } = iconToSVG(data, { width: 'auto', height: 'auto' })
        if (drawings.has(icon)) expected.set(icon, `${iconToHTML(body, { ...attributes })}\n`)
        else if (!tags.has(icon)) missing.push(icon)
      })
      expect(missing).toEqual([])
      expect(drawings).toEqual(expected)
      expect(expected.size).toBeGreaterThan(1000)
    },
  )
})

it('title, author, licence, version and source come from the set', async () => {
  const info = {
    name: 'Orchard',
    version: '2.3.4',
    author: { name: 'Ada', url: 'https://example.com/' },
    license: { title: 'Apache 2.0', spdx: 'Apache-2.0' },
  }
  const { manifest, warnings } = await upload(set({ info }))
  expect(manifest).toEqual({
    format: 'iconpack',
    format_version: 1,
    name: 'Orchard',
    version: '2.3.4',
    author: 'Ada',
    minimum_version: '1.0.0',
    license: 'Apache-2.0',
    source: { name: 'Orchard', author: 'Ada', url: 'https://example.com/' },
    icons: [{ name: 'sun', file: 'icons/sun.svg' }],
  })
  expect(warnings).toEqual([{ code: 'no_license' }])
})

it('a licence in words becomes its identifier, and another one stays as it is', async () => {
  const licensed = async (license: object) =>
    (await upload(set({ info: { license } }))).manifest?.license
  expect(await licensed({ title: 'CC BY 4.0' })).toBe('CC-BY-4.0')
  expect(await licensed({ title: 'Ask me first' })).toBe('Ask me first')
  expect(await licensed({})).toBe('NOASSERTION')
})

describe('aliases', () => {
  const drawn = async (more: object) => {
    const { drawings, manifest, warnings, error } = await upload(set(more))
    const icons = manifest?.format === 'iconpack' ? manifest.icons : []
    return { drawings: Object.fromEntries(drawings), icons, warnings, error }
  }

  it('with the same drawing are tags of the icon', async () => {
    const { icons } = await drawn({ aliases: { day: { parent: 'sun' }, noon: { parent: 'day' } } })
    expect(icons).toEqual([{ name: 'sun', file: 'icons/sun.svg', tags: ['day', 'noon'] }])
  })

  it('that turn, flip or frame an icon are icons', async () => {
    const { drawings } = await drawn({
      width: 24,
      height: 20,
      aliases: {
        turned: { parent: 'sun', rotate: 1 },
        back: { parent: 'turned', rotate: 3 },
        mirrored: { parent: 'sun', hFlip: true },
        upside: { parent: 'sun', vFlip: true },
        framed: { parent: 'sun', left: 2, width: 8 },
      },
    })
    expect(drawings).toEqual({
      sun: `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="20" viewBox="0 0 24 20">${SUN}</svg>\n`,
      turned: `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="24" viewBox="0 0 20 24"><g transform="rotate(90 10 10)">${SUN}</g></svg>\n`,
      mirrored: `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="20" viewBox="0 0 24 20"><g transform="translate(24 0) scale(-1 1)">${SUN}</g></svg>\n`,
      upside: `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="20" viewBox="0 0 24 20"><g transform="translate(0 20) scale(1 -1)">${SUN}</g></svg>\n`,
      framed: `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="20" viewBox="2 0 8 20">${SUN}</svg>\n`,
    })
  })

  it('that lead nowhere, in circles or through more than ten others are left out with a warning', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 11 }, (_, at) => [
        `c${at}`,
        { parent: at === 0 ? 'sun' : `c${at - 1}` },
      ]),
    )
    const { icons, warnings } = await drawn({
      aliases: {
        a: { parent: 'b' },
        b: { parent: 'a' },
        lost: { parent: 'constructor' },
        ...chain,
      },
    })
    expect(icons[0]?.tags).toEqual(Array.from({ length: 10 }, (_, at) => `c${at}`))
    expect(warnings).toContainEqual({ code: 'icons_missing', count: 4, entry: 'a' })
  })

  it('that are hidden are left out, like hidden icons', async () => {
    const { icons } = await drawn({
      icons: { sun: { body: SUN }, old: { body: SUN, hidden: true } },
      aliases: { day: { parent: 'sun', hidden: true }, older: { parent: 'old' } },
    })
    expect(icons).toEqual([{ name: 'sun', file: 'icons/sun.svg' }])
  })
})

it('categories are tags of their icons', async () => {
  const { manifest } = await upload(set({ categories: { Weather: ['sun'], Sky: ['sun', 'moon'] } }))
  expect(manifest).toMatchObject({ icons: [{ tags: ['Weather', 'Sky'] }] })
})

it('definitions stay with the drawing that is turned', async () => {
  const body = '</defs><defs><linearGradient id="a"/></defs><path fill="url(#a)"/>'
  const { drawings } = await upload(set({ icons: { sun: { body, rotate: 2 } } }))
  expect(drawings.get('sun')).toContain(`<g transform="rotate(180 8 8)">${body}</g>`)
})

it('a set is recognised by its contents under .iconpack, and other JSON is kept unread', async () => {
  expect(await upload(set(), 'a.iconpack')).toMatchObject({
    format: 'iconify-json',
    isRewritten: true,
  })
  const own = { name: 'x'.repeat(80), icons: [{ body: 'x' }], prefix: 1 }
  expect(await upload(own, 'a.iconpack')).toMatchObject({ format: 'opaque', isRewritten: false })
})

describe('a set is refused', () => {
  it.each<[string, object, object]>([
    ['without icons', set({ icons: {} }), { code: 'no_icons' }],
    [
      'with hidden icons only',
      set({ icons: { sun: { body: SUN, hidden: true } } }),
      { code: 'no_icons' },
    ],
    [
      'whose icon has no drawing',
      set({ icons: { sun: {} } }),
      { code: 'manifest_field', entry: 'set.json', field: 'icons.sun.body' },
    ],
    [
      'whose icon has no size',
      set({ icons: { sun: { body: SUN, width: 0 } } }),
      { code: 'manifest_field', entry: 'set.json', field: 'icons.sun.width' },
    ],
    [
      'whose alias has no parent',
      set({ aliases: { day: {} } }),
      { code: 'manifest_field', entry: 'set.json', field: 'aliases.day.parent' },
    ],
    [
      'with more icons than a pack may have',
      set({
        icons: Object.fromEntries(
          Array.from({ length: 10_001 }, (_, at) => [`i${at}`, { body: SUN }]),
        ),
      }),
      { code: 'too_many_icons', count: 10_001, limit: 10_000 },
    ],
    [
      'that is other JSON',
      { name: 'x', version: '1.0.0', dependencies: {} },
      { code: 'no_format' },
    ],
  ])('%s', async (_, content, error) => {
    expect(await upload(content)).toMatchObject({ error })
  })

  it('that is no JSON, with line and column', async () => {
    const bytes = Buffer.from('{"prefix": "a",\n "icons": {"sun": {"body" "x"}}}')
    expect(await readUpload('set.json', bytes)).toMatchObject({
      error: { code: 'manifest_syntax', entry: 'set.json', line: 2, column: 27 },
    })
  })
})
