import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree, parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { columnsOf } from '#lib/contract/columns.ts'
import { LANGUAGES, LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { COLUMNS, wrap } from '#backend/mail/wrap.ts'
import { everyMail, SITE } from '#tests/support/mails.ts'

type Node = DefaultTreeAdapterTypes.Node

/** The addresses of the links in a document, in their order. */
function linksIn(html: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (tree.isElementNode(node) && node.tagName === 'a') {
      found.push(node.attrs.find(({ name }) => name === 'href')?.value ?? '')
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return found
}

/** Where each message leads to, below the reader's language. */
const LINKS = {
  enter: ['/login?by=code'],
  reset: ['/resetpwd'],
  logIn: ['/resetpwd'],
  confirm: ['/home/user/account'],
  noAccount: ['/login'],
  signedIn: ['/resetpwd'],
  passwordChanged: ['/resetpwd'],
  tokenCreated: ['/home/user/account', '/resetpwd'],
  publisherAdded: ['/home/user/account', '/resetpwd'],
  accountDeleted: [],
  formerPackages: ['/home/user/editplugin?id=plums-1'],
  replaced: ['/home/user/editplugin?id=plums-1', '/home/plugin/detail/plums-1'],
  transferred: ['/home/user/editplugin?id=plums-1', '/home/plugin/detail/plums-1'],
  given: ['/home/plugin/detail/plums-1'],
  received: ['/home/plugin/detail/plums-1'],
  hidden: ['/home/user/hidden/icon/orchard-1'],
  restored: ['/home/iconpack/detail/orchard-1'],
  deleted: ['/home/user'],
  held: ['/home/user/hidden/icon/orchard-1'],
  released: ['/home/iconpack/detail/orchard-1'],
  refused: ['/home/user/hidden/icon/orchard-1'],
  versionRefused: ['/home/user/editicon?id=orchard-1'],
  releaseRefused: ['/home/user/settings/plugin/plums-1#releases'],
  latestRefused: ['/home/user/settings/plugin/plums-1#releases'],
} as const

describe.each(LOCALES)('a mail in %s', (locale) => {
  const mails = Object.entries(everyMail(locale))
  const inLanguage = (path: `/${string}`) => SITE.url + localePath(locale, path)

  it('leads to what it is about, in the reader’s language, and to the support', () => {
    const found = mails.map(([name, { html }]) => {
      const own = linksIn(html).filter((link) => link !== `mailto:${SITE.supportEmail}`)
      return [name, own]
    })
    const expected = Object.entries(LINKS).map(([name, paths]) => [
      name,
      [...paths, '/home/index' as const].map(inLanguage),
    ])
    expect(found).toEqual(expected)
    for (const [name, { html }] of mails) {
      expect(linksIn(html), name).toContain(`mailto:${SITE.supportEmail}`)
    }
  })

  it('has the same addresses in its plain part, each in a line of its own', () => {
    for (const [name, { html, text }] of mails) {
      const lines = text.split('\n')
      for (const link of linksIn(html)) {
        expect(lines, name).toContain(link.replace(/^mailto:/, ''))
      }
    }
  })

  it('has a plain part of at most 72 columns, addresses apart', () => {
    for (const [name, { text }] of mails) {
      const wide = text
        .split('\n')
        .filter((line) => columnsOf(line) > COLUMNS && !line.startsWith('https://'))
      expect(wide, name).toEqual([])
    }
  })

  it('has every placeholder filled, and none of those that a title contains', () => {
    for (const [name, { subject, text, html }] of mails) {
      for (const part of [
        subject,
        text.replaceAll('\n', ' '),
        html.replace(/<style.*?<\/style>/s, ''),
      ]) {
        expect(part.match(/\{\w+\}/g) ?? [], name).toEqual(
          part.includes('Plums') ? expect.arrayContaining(['{site}']) : [],
        )
        expect(part, name).not.toMatch(/\{(?!site\})/)
      }
    }
  })

  it('names its language and its subject', () => {
    for (const [name, { subject, html }] of mails) {
      expect(html, name).toContain(`<html lang="${LANGUAGES[locale].lang}" dir="ltr">`)
      expect(html.includes('<title>'), name).toBe(true)
      expect(subject.length, name).toBeLessThan(100)
    }
  })
})

describe('the plain part', () => {
  it.each([
    ['a '.repeat(80).trim(), [71, 71, 15]],
    ['あ'.repeat(80), [72, 72, 16]],
    [`${'あ'.repeat(36)}。${'あ'.repeat(3)}`, [68, 12]],
    [`${'あ'.repeat(35)}「い」`, [70, 6]],
    [`x ${'a'.repeat(90)} y`, [1, 90, 1]],
    [`https://a.example/${'a'.repeat(90)}`, [108]],
    ['a\n\nb', [1, 0, 1]],
    ['', [0]],
  ])('breaks %j where its language allows it', (text, widths) => {
    expect(wrap(text).split('\n').map(columnsOf)).toEqual(widths)
  })
})
