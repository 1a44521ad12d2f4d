import { describe, expect, it } from 'vitest'
import { idIn, meantTerm } from '#backend/services/search/meant-term.ts'
import { projectOfAddress } from '#lib/contract/input/project-address.ts'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { paths } from '#lib/paths.ts'

const ID = 'V1StGXR8-Z_5'
const sites = [
  'https://icons.example',
  'http://localhost:3000',
  'icons.example',
  'localhost:3000',
  '//icons.example',
  '',
]
const prefixes = ['', ...LOCALES.map((locale) => `/${locale}`), '/zh-CN']

describe('an address of a project', () => {
  it.each(KINDS)('of the kind %s is read in every language, on every site', (kind) => {
    for (const site of sites) {
      for (const prefix of prefixes) {
        const page = site + prefix + paths.detail({ kind, id: ID })
        for (const end of ['', '/', '?x=1', '?q=a%20b#versions', '#top', '/?x']) {
          expect(projectOfAddress(page + end), page + end).toMatchObject({ id: ID, kind })
          expect(meantTerm(page + end), page + end).toBe(ID)
        }
      }
      expect(meantTerm(`${site}/embed/fr/${kind}/${ID}`)).toBe(ID)
      expect(meantTerm(`${site}/api/v1/${kind}/${ID}`)).toBe(ID)
    }
  })

  it('is read from the text around it', () => {
    const page = `https://icons.example/home/iconpack/detail/${ID}`
    for (const text of [` ${page} `, `<${page}>`, `(${page}).`, `“${page}”`]) {
      expect(meantTerm(text), text).toBe(ID)
    }
    expect(projectOfAddress(page)?.site).toBe('https://icons.example')
    expect(projectOfAddress(`/home/iconpack/detail/${ID}`)?.site).toBeNull()
  })

  it.each([
    'https://icons.example',
    'https://icons.example/home/iconpack',
    'https://icons.example/home/theme/detail/x',
    'https://icons.example/xx/home/iconpack/detail/x',
    'https://icons.example/home/iconpack/detail/',
    'https://icons.example/home/iconpack/detail/a%2Fb',
    'https://icons.example/home/iconpack/detail/a b',
    `https://icons.example/home/iconpack/detail/${'x'.repeat(65)}`,
    'https://',
    '://',
    'home/detail',
    '/',
    'night bus',
  ])('is no other text: %s', (text) => {
    expect(projectOfAddress(text)).toBeNull()
    expect(meantTerm(text)).toBe(text)
  })
})

describe('a version behind a name', () => {
  it.each([
    ['Orchard@1.0.0', 'Orchard'],
    ['Night bus@1.0.0', 'Night bus'],
    ['Night bus @ v2.1', 'Night bus'],
    ['Orchard@2.0.0-beta.1', 'Orchard'],
    ['Orchard@1.0.0+build.5', 'Orchard'],
    ['@scope/name@1.0.0', '@scope/name'],
    ['夜のバス＠1.0.0', '夜のバス'],
    [`${ID}@1.0.0`, ID],
    [`icon/${ID}@1.0.0`, `icon/${ID}`],
  ])('is left out: %s', (term, meant) => expect(meantTerm(term)).toBe(meant))

  it.each([
    '',
    ' ',
    '@',
    '@1.0.0',
    'ada@example.com',
    'vitamin@1',
    'Theme 1.0.0',
    '1.0.0',
    '@scope/name',
    'C#',
    'a@1.0.0 b',
  ])('is in no other term: %s', (term) => expect(meantTerm(term)).toBe(term))
})

describe('the id that a term may be', () => {
  const names = KINDS.flatMap((kind) => [kind, KIND_TABLE[kind].path])
  it.each([
    ID,
    ` ${ID} `,
    ...names.map((name) => `${name}/${ID}`),
    `icon:${ID}`,
    `Icon/${ID}`,
    `${ID} 1.0.0`,
    `${ID} v1.0`,
    `${ID}/1.0.0`,
  ])('is found: %s', (term) => expect(idIn(term)).toBe(ID))
  it.each(['', 'night bus', 'theme/x', 'a/b/c', 'x'.repeat(65), 'icon/', 'a b 1.0.0'])(
    'is in no other term: %s',
    (term) => expect(idIn(term)).toBeNull(),
  )
})

it('takes no longer than a moment for any term of full length', () => {
  const began = process.cpuUsage()
  for (const part of [' ', '@', '/', '<', '@1.', 'a/', ' @', '1.0.0', 'https://', '-']) {
    const term = part.repeat(200).slice(0, 200)
    for (let at = 0; at < 20; at += 1) meantTerm(`${term}${at}`)
    idIn(term)
  }
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
})
