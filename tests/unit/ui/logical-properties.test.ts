import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, LOCALES } from '#lib/contract/locale.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const sources = ['app', 'components', 'lib/share'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
)

/** Class names of Tailwind that name a side of the screen; variants before them are allowed. */
const CLASS =
  /(?<![\w-])-?(?:(?:m|p|scroll-m|scroll-p)[lr]-[\d[a]|(?:left|right)-(?:[\d[]|auto|full|px)|(?:text|float|clear|object|origin)-(?:left|right)\b|rounded-(?:[lr]|[tb][lr])\b|border-[lr]\b|space-x-|divide-x)/g
/** The same as properties of CSS and of inline styles. */
const PROPERTY =
  /(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)|(?:margin|padding|border)(?:Left|Right)|(?:float|text-align|clear|textAlign): '?(?:left|right)|\b(?:left|right): [`'\d-]/g

const physicalIn = (text: string) =>
  [...text.matchAll(CLASS), ...text.matchAll(PROPERTY)].map(([match]) => match.trim())

describe('right-to-left languages', () => {
  it('find no class or property that names a side of the screen', () => {
    const found = sources.flatMap((file) =>
      physicalIn(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    'ml-2',
    'sm:-mr-1',
    'pl-[3px]',
    'md:text-right',
    'rounded-tl-card',
    'border-l',
    'focus:left-3',
    'space-x-2',
    'margin-left: 2px',
    'marginLeft: 2',
    '  left: 0',
  ])('would find %s', (name) => {
    expect(physicalIn(name)).not.toEqual([])
  })

  it.each(['ms-2', 'text-start', 'rounded-lg', 'border-line', 'max-lg:p-2', 'text-lg', 'plugin-1'])(
    'may use %s',
    (name) => {
      expect(physicalIn(name)).toEqual([])
    },
  )

  it.each(LOCALES)('have the direction that Unicode gives them: %s', (locale) => {
    const { lang, direction } = LANGUAGES[locale]
    const intl = new Intl.Locale(lang)
    const info: unknown = 'getTextInfo' in intl ? Reflect.apply(intl.getTextInfo, intl, []) : null
    expect(info).toMatchObject({ direction })
  })
})
