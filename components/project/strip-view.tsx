import { getLocale, getTranslations } from 'next-intl/server'
import { Fragment } from 'react'
import { actionWords } from '#components/strip/action-words.tsx'
import { Device } from '#components/strip/device.tsx'
import { StripKeys } from '#components/strip/strip-keys.tsx'
import type { StripKey, StripPage } from '#lib/contract/file/contents.ts'
import { STRIP_SCRIPT } from '#lib/browser/strip-script.ts'
import { LANGUAGES } from '#lib/contract/locale.ts'
import { Choice } from './choice.tsx'
import { isolated } from '#lib/contract/name/name.ts'

/** Number of pages drawn; a profile may have fifty. */
const PAGES_SHOWN = 12

/** `lang`: language of names and labels. */
type Props = { pages: StripPage[]; lang: string }

/**
 * The device with its strip, below a window that sketches what the pressed key does. Radio buttons choose the page, the key, size
 * and background: all of it works without scripts, and each group is one Tab stop. A script adds keys that open pages,
 * and an address (islands/strip.ts).
 */
export async function StripView({ pages, lang }: Props) {
  const [t, locale] = await Promise.all([getTranslations('detail.strip'), getLocale()])
  // Few keys differ from their page in language, and each attribute is repeated for each key.
  const own = LANGUAGES[locale].lang
  const [labelLang, textLang] = lang === own ? [undefined, undefined] : [lang, own]
  const shown = pages.slice(0, PAGES_SHOWN)
  const strip = { pages, drawn: shown.length, lang, partLang: labelLang }
  const explain = (key: StripKey) => (
    <span lang={textLang}>
      {key.label !== '' && <strong lang={labelLang}>{key.label}</strong>}{' '}
      {actionWords(t, key, strip)}
    </span>
  )
  const group = shown.length > 1 ? { role: 'group', 'aria-label': t('pages') } : {}
  return (
    <section
      aria-labelledby="strip"
      className="strip-view"
      data-island="strip"
      suppressHydrationWarning
    >
      <h2 id="strip" className="font-display text-lg font-semibold">
        {t('title')}
      </h2>
      <div {...group} className="contents">
        {shown.map(({ id, name, keys }, at) => (
          <Fragment key={id}>
            {shown.length > 1 && (
              <label className="strip-tab" lang={lang} dir="auto">
                <input
                  type="radio"
                  name="strip-page"
                  aria-label={t('page', { name: isolated(name) })}
                  defaultChecked={at === 0}
                  className="sr-only"
                />
                {name}
              </label>
            )}
            <div className="strip-stage">
              <div
                role="group"
                aria-label={t('page', { name: isolated(name) })}
                dir="ltr"
                className="strip-scroll"
              >
                <Device>
                  <StripKeys keys={keys} lang={lang} choice={{ name: `key-${at}`, explain }} />
                </Device>
              </div>
              <p aria-hidden="true">
                <b lang={lang} dir="auto">
                  {name}
                </b>
                <span className="strip-hint">{t('hint')}</span>
              </p>
            </div>
          </Fragment>
        ))}
      </div>
      <p role="status" className="sr-only" suppressHydrationWarning>
        {''}
      </p>
      <script dangerouslySetInnerHTML={{ __html: STRIP_SCRIPT }} />
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
