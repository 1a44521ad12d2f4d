import { getTranslations } from 'next-intl/server'
import { Drawing } from '#components/ui/drawing.tsx'
import { DEVICE } from '#lib/contract/container.ts'
import type { StripKey, StripPage } from '#lib/contract/contents.ts'
import { Choice } from './choice.tsx'

/** Number of pages drawn; a profile may have fifty. */
const PAGES_SHOWN = 12
/** A length on the strip; `--u` is the size of a device pixel on the screen. */
const units = (pixels: number) => `calc(var(--u) * ${pixels})`

/** `lang`: language of names and labels. */
type Props = { pages: StripPage[]; lang: string }

/**
 * The pages of the device's strip. Size and background are chosen without scripts; a strip wider
 * than the screen scrolls, by keys too.
 */
export async function StripView({ pages, lang }: Props) {
  const t = await getTranslations('detail.strip')
  const names = new Map(pages.map(({ id, name }) => [id, name]))
  return (
    <section
      aria-labelledby="strip"
      className="group/strip [--u:1px] has-[[value=double]:checked]:[--u:2px] has-[[value=fit]:checked]:[--u:calc(100cqw/2206)]"
    >
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h2 id="strip" className="me-auto font-display text-lg font-semibold">
          {t('title')}
        </h2>
        <Choice
          name="strip-size"
          label={t('size')}
          chosen="actual"
          options={[
            ['fit', t('fit')],
            ['actual', '1×'],
            ['double', '2×'],
          ]}
        />
        <Choice
          name="strip-ground"
          label={t('ground')}
          chosen="desk-dark"
          options={[
            ['desk-dark', t('dark')],
            ['desk-light', t('light')],
          ]}
        />
      </div>
      <ol className="space-y-4">
        {pages.slice(0, PAGES_SHOWN).map(({ id, name, keys }) => (
          <li key={id}>
            {pages.length > 1 && (
              <h3 className="mb-2 text-sm font-medium text-content-muted" lang={lang} dir="auto">
                {name}
              </h3>
            )}
            {/* The device on a desk. */}
            <div className="@container overflow-hidden rounded-card border border-line bg-[#0d0c0b] group-has-[[value=desk-light]:checked]/strip:bg-[#e9e4da]">
              <section
                aria-label={t('page', { name })}
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keys
                tabIndex={0}
                // A picture of hardware: its keys stand from left to right in every language.
                dir="ltr"
                className="overflow-x-auto p-[calc(var(--u)*18)]"
              >
                <ul
                  className="relative rounded-[calc(var(--u)*10)] bg-black forced-color-adjust-none"
                  style={{ width: units(DEVICE.width), height: units(DEVICE.height) }}
                >
                  {keys.map((key) => (
                    <Key key={key.x} shown={key} lang={lang} says={says(t, key, names)} />
                  ))}
                </ul>
              </section>
            </div>
          </li>
        ))}
      </ol>
      {pages.length > PAGES_SHOWN && (
        <p className="mt-4 text-sm text-content-muted">
          {t('more', { count: pages.length - PAGES_SHOWN })}
        </p>
      )}
    </section>
  )
}

type KeyProps = { shown: StripKey; lang: string; says: string }

function Key({ shown, lang, says: what }: KeyProps) {
  const { x, width, background, foreground, icon, label } = shown
  return (
    <li
      title={what}
      className="strip-key"
      style={{ '--x': x, '--width': width, background, color: foreground }}
    >
      {icon && <Drawing url={icon} isMono />}
      {label !== '' && (
        <span className="truncate leading-normal" lang={lang} dir="auto">
          {label}
        </span>
      )}
      <span className="sr-only">{what}</span>
    </li>
  )
}

type Translate = Awaited<ReturnType<typeof getTranslations<'detail.strip'>>>

/** Description of a key's action. */
function says(t: Translate, { action }: StripKey, names: Map<string, string>): string {
  switch (action.type) {
    case 'hotkey':
      return t('hotkey', { keys: action.keys.join(' + ') })
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
