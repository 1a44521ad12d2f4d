import { describe, expect, it } from 'vitest'
import { LOCALES } from '#lib/contract/locale.ts'
import { reader, render } from './render.ts'

/*
 * Widths of text in controls that cannot grow at 320 px, in Latin characters; a Chinese or Japanese
 * one counts as two. Between the margins are 288 px. A button has 16 px of padding on either side and
 * text of 14 px (7.4 px per character in the widest language), a large one 24 px and 16 px (8.8 px).
 */

const CONTROLS = {
  'the large button beside the download': { max: 24, keys: ['detail.install'] },
  'large buttons over the whole width': {
    max: 27,
    keys: [
      'account.name.submit',
      'auth.submit.code',
      'auth.submit.password',
      'auth.submit.register',
      'auth.submit.reset',
      'creator.submit',
      'status.home',
      'status.retry',
    ],
  },
  'buttons over the whole width': {
    max: 33,
    keys: [
      'account.password.submit',
      'account.remove.confirm',
      'account.remove.submit',
      'account.sessions.others',
      'auth.with',
      'creator.add',
      'creator.crop.use',
      'creator.crop.whole',
      'creator.page',
      'creator.plugin.look',
      'creator.plugin.provePush',
      'creator.plugin.publishedLink',
      'creator.saving.apply',
      'detail.download',
      'list.empty.reset',
      'list.more',
      'list.none.publish',
      'search.box.all',
    ],
  },
  'two buttons in a row': {
    max: 21,
    keys: [
      'account.export.submit',
      'account.sessions.end',
      'account.signOut',
      'creator.again',
      'creator.cancel',
      'creator.choose',
      'creator.discard',
      'creator.own.confirm',
      'creator.own.delete',
      'creator.own.edit',
      'creator.own.keep',
      'creator.plugin.verify',
      'creator.replace',
      'creator.save',
      'creator.versions.discard',
      'creator.versions.offer',
      'creator.versions.withdraw',
      'fit.forget',
      'fit.save',
      'list.apply',
      'list.first',
      'list.next',
    ],
  },
  'tabs and buttons beside a field': {
    max: 18,
    keys: [
      'auth.getCode',
      'auth.retry',
      'auth.retryIn',
      'auth.tabs.code',
      'auth.tabs.password',
      'creator.preview',
      'creator.write',
      'kind.flexpage.many',
      'kind.icon.many',
      'kind.plugin.many',
      'kind.profile.many',
      'search.everything',
      'search.icons',
    ],
  },
  'chips of a card': {
    max: 28,
    keys: ['card.sample', 'fit.fits', 'fit.os', 'fit.version'],
  },
  'the corner of the header and toggles': {
    max: 12,
    keys: [
      'detail.icons.checks',
      'detail.icons.dark',
      'detail.icons.light',
      'detail.strip.dark',
      'detail.strip.fit',
      'detail.strip.light',
      'nav.signIn',
    ],
  },
} as const

/** The longest values that usually stand in these messages. */
const VALUES = { app: 'Designer', provider: 'Discord', seconds: 60, version: '10.10.10' }

const WIDE = /[\u3000-\u303F\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\uFF00-\uFF60]/u
const widthOf = (text: string) =>
  [...text].reduce((width, char) => width + (WIDE.test(char) ? 2 : 1), 0)

describe.each(Object.entries(CONTROLS))('the text of %s', (_control, { max, keys }) => {
  it.each(LOCALES)(`is at most ${max} characters wide in %s`, (locale) => {
    const text = reader(locale)
    const tooWide = keys
      .map((key) => `${key}: ${render(locale, text(key), VALUES)}`)
      .filter((line) => widthOf(line.slice(line.indexOf(': ') + 2)) > max)
    expect(tooWide).toEqual([])
  })
})
