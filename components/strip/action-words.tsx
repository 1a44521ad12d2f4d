import type { getTranslations } from 'next-intl/server'
import { Fragment, type ReactNode } from 'react'
import type { StripKey, StripPage } from '#lib/contract/file/contents.ts'
import { sampleValue } from '#lib/strip/key-face.ts'

/** Characters of a typed text that are shown; it may have thousands. */
export const TEXT_SHOWN = 120

type Translate = Awaited<ReturnType<typeof getTranslations<'detail.strip'>>>

type Strip = {
  pages: readonly StripPage[]
  /** Number of pages that are drawn. */
  drawn: number
  /** Language of labels, names and texts. */
  lang: string
  /** The same where it differs from the words around them. */
  partLang: string | undefined
}

/**
 * What a key does, in words. What it presses, types, opens, runs or displays has an element of its own, of which the style sheet
 * makes the sketch in the window (app/strip.css). `data-to` is the page that islands/strip.ts opens.
 */
export function actionWords(t: Translate, { action }: StripKey, strip: Strip): ReactNode {
  const { pages, drawn, lang, partLang } = strip
  switch (action.type) {
    case 'hotkey':
      return t.rich('hotkey', { keys: () => keyCaps(action.keys) })
    case 'text':
      return t.rich('text', { text: () => <q lang={partLang}>{shorten(action.text)}</q> })
    case 'page': {
      const to = pages.findIndex(({ id }) => id === action.page)
      if (to < 0) return t('missing')
      return t.rich('opens', {
        target: () => (
          <i lang={partLang} data-to={to < drawn ? to : undefined}>
            {pages[to]?.name}
          </i>
        ),
      })
    }
    case 'command':
      return t.rich('command', { command: () => <code>{action.name}</code> })
    default: {
      const value = sampleValue(action.source, lang)
      const source = () => <b>{action.source}</b>
      if (value === null) return t.rich('display', { source })
      return t.rich('example', { source, value: () => <samp>{value}</samp> })
    }
  }
}

/** Keys pressed together as they stand on a keyboard: `ctrl`, `z` → `Ctrl + Z`. */
const keyCaps = (keys: readonly string[]) =>
  keys.map((key, at) => (
    // The same key may be there twice.
    <Fragment key={`${at} ${key}`}>
      {at > 0 && ' + '}
      <kbd>{key.charAt(0).toUpperCase() + key.slice(1)}</kbd>
    </Fragment>
  ))

function shorten(text: string): string {
  const letters = [...text]
  return letters.length > TEXT_SHOWN ? `${letters.slice(0, TEXT_SHOWN).join('')}…` : text
}
