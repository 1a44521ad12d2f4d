import { getLocale, getTranslations } from 'next-intl/server'
import { Fragment } from 'react'
import { StripKeys } from '#components/strip/strip-keys.tsx'
import type { StripKey, StripPage } from '#lib/contract/file/contents.ts'
import { LANGUAGES } from '#lib/contract/locale.ts'
import { Choice } from './choice.tsx'

/** Number of pages drawn; a profile may have fifty. */
const PAGES_SHOWN = 12

/** `lang`: language of names and labels. */
type Props = { pages: StripPage[]; lang: string }

/**
 * The pages of the device's strip, one at a time. Radio buttons choose the page, the key whose action is shown, size
 * and background: all of it works without scripts, and each group is one Tab stop.
 */
export async function StripView({ pages, lang }: Props) {
  const [t, locale] = await Promise.all([getTranslations('detail.strip'), getLocale()])
  const names = new Map(pages.map(({ id, name }) => [id, name]))
  // Few keys differ from their page in language, and each attribute is repeated for each key.
  const own = LANGUAGES[locale].lang
  const [labelLang, textLang] = lang === own ? [undefined, undefined] : [lang, own]
  const explain = (key: StripKey) => (
    <span lang={textLang}>
      {key.label !== '' && <b lang={labelLang}>{key.label}</b>} {says(t, key, names)}
    </span>
  )
  const shown = pages.slice(0, PAGES_SHOWN)
  return (
    <section aria-labelledby="strip" className="strip-view">
      <h2 id="strip" className="font-display text-lg font-semibold">
        {t('title')}
      </h2>
      {shown.map(({ id, name, keys }, at) => (
        <Fragment key={id}>
          {shown.length > 1 && (
            <label className="strip-tab" lang={lang} dir="auto">
              <input
                type="radio"
                name="strip-page"
                aria-label={t('page', { name })}
                defaultChecked={at === 0}
                className="sr-only"
              />
              {name}
            </label>
          )}
          <div className="strip-stage">
            <section aria-label={t('page', { name })} dir="ltr" className="strip-scroll">
              <StripKeys keys={keys} lang={lang} choice={{ name: `key-${at}`, explain }} />
            </section>
            <p aria-hidden="true">{t('hint')}</p>
          </div>
        </Fragment>
      ))}
      <div className="strip-tools">
        {pages.length > PAGES_SHOWN && <p>{t('more', { count: pages.length - PAGES_SHOWN })}</p>}
        <Choice
          name="strip-size"
          label={t('size')}
          chosen="fit"
          options={[
            ['fit', t('fit')],
            ['actual', '1×'],
            ['double', '2×'],
          ]}
        />
        <Choice
          name="strip-ground"
          label={t('ground')}
          chosen="auto"
          options={[
            ['auto', t('auto')],
            ['desk-dark', t('dark')],
            ['desk-light', t('light')],
          ]}
        />
      </div>
    </section>
  )
}

type Translate = Awaited<ReturnType<typeof getTranslations<'detail.strip'>>>

/** Description of a key's action. */
function says(t: Translate, { action }: StripKey, names: Map<string, string>): string {
  switch (action.type) {
    case 'hotkey':
      return t('hotkey', { keys: keysText(action.keys) })
    case 'text':
      return t('text')
    case 'page':
      return t('opens', { name: names.get(action.page) ?? action.page })
    case 'command':
      return t('command', { name: action.name })
    default:
      return t('display', { name: action.source })
  }
}

/** Keys pressed together as they stand on a keyboard: `ctrl`, `z` → `Ctrl + Z`. */
const keysText = (keys: readonly string[]): string =>
  keys.map((key) => key.charAt(0).toUpperCase() + key.slice(1)).join(' + ')
