import { getTranslations, getLocale } from 'next-intl/server'
import { RovingList } from '#components/ui/roving-list-client.tsx'
import { DRAWING_LOSSES, DRAWING_REFUSALS } from '#lib/contract/file/contents.ts'
import { drawingUrl } from '#lib/browser/drawing-url.ts'
import type { PackIcons as Contents } from '#lib/contract/search.ts'
import { Choice } from './choice.tsx'
import { countLosses, labelOf, labelsFor, listOf, type MarkLabels } from './drawing-mark.ts'
import { tilesHtml } from './icon-tile.ts'
import { packGround } from './pack-ground.ts'
import { placeIcons } from './placed-icon.ts'
import { BUILT_KEYS_MAX } from '#lib/contract/file/built-keys.ts'
import { localePath } from '#lib/i18n/path.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { type IconSource, PackBrowser } from './pack-browser-client.tsx'
import type { PackCollecting } from './use-collecting-client.ts'
import { Swatches } from './swatches.tsx'

/** Icons in the page: eight rows of the first sheet. */
const SHOWN_MAX = 96

type Props = {
  source: IconSource
  pack: Contents
  /** Install link of the pack in another colour, `rrggbb`. */
  install?: string | undefined
  /** Title of a published pack whose icons may be collected for a strip. */
  collected?: string | undefined
}

/**
 * The icons of a pack, as images and never as markup: the SVG is untrusted. The first ones are part of the
 * page, which more would make heavy; the others load on demand. Each has a fragment (`#icon-cloud`),
 * the target of icon search results.
 */
export async function PackIcons({ source, pack, install, collected }: Props) {
  const [t, nav] = await getTexts('detail.icons', 'nav')
  const [marks, collecting] = await Promise.all([
    readMarkLabels(),
    collected === undefined ? undefined : readCollecting(collected),
  ])
  const labels = {
    copy: t('copy', { name: '{name}' }),
    download: t('download', { name: '{name}' }),
    ...labelsFor(pack.items, marks),
  }
  const { items, sheets, recolouring } = pack
  const ground = packGround(items)
  const { count, losses } = countLosses(items)
  const parts = losses.map(([loss, each]) => {
    return t('lostCount', { part: labelOf(marks.lost, loss), count: each })
  })
  const [sheet] = sheets ?? []
  const inOrder = sheet?.first === 0 ? sheet : undefined
  const shown = placeIcons(items.slice(0, SHOWN_MAX), inOrder && [inOrder])
  return (
    <section
      aria-labelledby="icons"
      data-icons
      className="pack-icons"
      style={inOrder && { '--sheet': drawingUrl(inOrder.url) }}
    >
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h2 id="icons" className="me-auto font-display text-lg font-semibold">
          {t('title')}
        </h2>
        <Choice
          name="icon-size"
          label={t('size')}
          chosen="28"
          options={[
            ['28', 'S'],
            ['48', 'M'],
            ['72', 'L'],
          ]}
        />
        <Choice
          name="icon-ground"
          label={t('ground')}
          chosen="auto"
          options={[
            ['auto', t('auto')],
            ['light', t('light')],
            ['dark', t('dark')],
            ['checks', t('checks')],
          ]}
        />
      </div>
      {recolouring && install !== undefined && (
        <Swatches
          id={source.id}
          recolouring={recolouring}
          install={install}
          count={inOrder ? items.length : 0}
        />
      )}
      {count > 0 && (
        <p className="mb-4 text-sm text-content-muted">
          {t('someSimplified', { count, parts: listOf(parts, marks.locale) })}
        </p>
      )}
      <PackBrowser
        source={source}
        total={items.length}
        shown={shown.length}
        collecting={collecting}
        labels={{
          ...labels,
          filter: t('filter'),
          none: t('none'),
          all: t('all', { count: items.length }),
          matches: t('matches', { shown: '{shown}', count: items.length }),
          arrowKeys: nav('arrowKeys'),
          copied: t('copied'),
          copyFailed: t('copyFailed'),
          failed: t('failed'),
        }}
      >
        <RovingList
          hint={nav('arrowKeys')}
          className="icon-tiles"
          style={undefined}
          html={tilesHtml(shown, { labels, ground, isInOrder: true })}
        />
      </PackBrowser>
    </section>
  )
}

async function readCollecting(title: string): Promise<PackCollecting> {
  const [t, locale] = await Promise.all([getTranslations('strip'), getLocale()])
  return {
    title,
    href: localePath(locale, paths.strip),
    start: t('start'),
    add: t('add', { name: '{name}' }),
    bar: t('bar', { count: '{count}', max: BUILT_KEYS_MAX }),
  }
}

/** Labels of refused and simplified drawings. */
async function readMarkLabels(): Promise<MarkLabels> {
  const [t, locale] = await Promise.all([getTranslations('detail.icons'), getLocale()])
  return {
    locale,
    refused: {
      ...Object.fromEntries(DRAWING_REFUSALS.map((code) => [code, t(`refused.${code}`)])),
      other: t('refused.other'),
    },
    simplified: t('simplified', { parts: '{parts}' }),
    lost: {
      ...Object.fromEntries(DRAWING_LOSSES.map((code) => [code, t(`lost.${code}`)])),
      other: t('lost.other'),
    },
  }
}
