import { getTranslations } from 'next-intl/server'
import { DEVICE } from '#lib/contract/file/container.ts'
import type { PluginKey } from '#lib/contract/project.ts'

/** Width of a key without a width in the manifest. */
const WIDTH = 240
/** Scale of the drawing: screen pixels per device pixel. */
const SCALE = 0.6

/** The keys of a plugin, in proportion to their width on the strip. */
export async function PluginKeys({ keys, lang }: { keys: PluginKey[]; lang: string }) {
  const t = await getTranslations('detail')
  return (
    <section aria-labelledby="keys">
      <h2 id="keys" className="mb-4 font-display text-lg font-semibold">
        {t('keys')}
      </h2>
      <ul
        lang={lang}
        className="flex flex-wrap gap-2 rounded-card border border-line bg-surface-1 p-4"
      >
        {keys.map(({ title, width }, at) => (
          <li
            // A manifest may contain two keys of the same name.
            key={`${at} ${title}`}
            className="flex h-9 max-w-full items-center justify-center rounded-key bg-accent-soft px-3 text-sm font-medium text-accent"
            style={{ minWidth: Math.min(width ?? WIDTH, DEVICE.width) * SCALE }}
          >
            <bdi className="truncate">{title}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
