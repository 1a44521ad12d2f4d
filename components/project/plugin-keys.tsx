import { getTranslations } from 'next-intl/server'
import { DEVICE } from '#lib/contract/container.ts'
import type { PluginKey } from '#lib/contract/project.ts'

/** Of a key whose manifest says no width. */
const WIDTH = 240
/** A pixel of the device on the screen; a long list of keys stays a list. */
const SCALE = 0.6

/** The keys that a plugin brings along, as wide as they are on the strip compared to each other. */
export async function PluginKeys({ keys }: { keys: PluginKey[] }) {
  const t = await getTranslations('detail')
  return (
    <section aria-labelledby="keys">
      <h2 id="keys" className="mb-4 font-display text-lg font-semibold">
        {t('keys')}
      </h2>
      <ul className="flex flex-wrap gap-2 rounded-card border border-line bg-surface-1 p-4">
        {keys.map(({ title, width }, at) => (
          <li
            // A manifest may name two keys alike.
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
