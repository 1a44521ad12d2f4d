import { getTranslations } from 'next-intl/server'
import { RovingList } from '#components/ui/roving-list-client.tsx'
import type { PackIcon } from '#lib/contract/search.ts'
import { Choice } from './choice.tsx'
import { IconTile } from './icon-tile.tsx'
import { packGround } from './pack-ground.ts'
import { PackBrowser } from './pack-browser-client.tsx'

/** More would make the page heavy; the others load on demand. */
const SHOWN_MAX = 120

/**
 * The icons of a pack, as images and never as markup: the SVG is untrusted. Each has a fragment
 * (`#icon-cloud`), the target of icon search results.
 */
export async function PackIcons({ id, icons }: { id: string; icons: PackIcon[] }) {
  const [t, nav] = await Promise.all([getTranslations('detail.icons'), getTranslations('nav')])
  const labels = {
    copy: t('copy', { name: '{name}' }),
    download: t('download', { name: '{name}' }),
    refused: {
      not_svg: t('refused.not_svg'),
      entities: t('refused.entities'),
      too_many_elements: t('refused.too_many_elements'),
      too_deep: t('refused.too_deep'),
      too_complex: t('refused.too_complex'),
      too_slow: t('refused.too_slow'),
      unreadable: t('refused.unreadable'),
      bitmap: t('refused.bitmap'),
      bad_png: t('refused.bad_png'),
      other: t('refused.other'),
    },
  }
  const ground = packGround(icons)
  return (
    <section aria-labelledby="icons" data-icons className="pack-icons">
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
          options={[
            ['light', t('light')],
            ['dark', t('dark')],
            ['checks', t('checks')],
          ]}
        />
      </div>
      <PackBrowser
        id={id}
        total={icons.length}
        shown={Math.min(icons.length, SHOWN_MAX)}
        labels={{
          ...labels,
          filter: t('filter'),
          none: t('none'),
          all: t('all', { count: icons.length }),
          matches: t('matches', { shown: '{shown}', count: icons.length }),
          arrowKeys: nav('arrowKeys'),
          copied: t('copied'),
          copyFailed: t('copyFailed'),
          failed: t('failed'),
        }}
      >
        <RovingList hint={nav('arrowKeys')} className="pack-grid later">
          {icons.slice(0, SHOWN_MAX).map((icon) => (
            <li key={icon.name} className="min-w-0">
              <IconTile icon={icon} labels={labels} ground={ground} />
            </li>
          ))}
        </RovingList>
      </PackBrowser>
    </section>
  )
}
