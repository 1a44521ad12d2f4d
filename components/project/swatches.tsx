import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { COVER_PALETTE_NAMES, COVER_PALETTES } from '#lib/contract/file/cover.ts'
import type { Recolouring } from '#lib/contract/file/colour-variant.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { InstallLink } from './install-link.tsx'
import { sampleKeys } from './painted-sheet.tsx'

type Props = {
  id: string
  recolouring: Recolouring
  /** Install link of the pack with `rrggbb` in place of a colour. */
  install: string
  /** Icons that the sheet of the page has. */
  count: number
}

/** The first value of the colour field. */
const OWN = '#e0524d'

/**
 * The colours that a pack of one colour is had in. Its style sheet paints the page in the checked one (app/swatches.css); the form
 * downloads, also without scripts; the script of fields adds contrast, own colours and the install link (islands/repaint.ts).
 */
export async function Swatches({ id, recolouring, install, count }: Props) {
  const [t, palettes] = await getTexts('detail.icons.recolour', 'creator.draw.palettes')
  const { form_url: action, refused } = recolouring
  if (refused) return <p className="mb-6 text-sm text-content-muted">{t(refused)}</p>
  return (
    <form action={action} data-island className="swatches">
      <fieldset>
        <legend>{t('title')}</legend>
        <label>
          <input type="radio" name="colour" value="" defaultChecked />
          {t('original')}
        </label>
        {COVER_PALETTE_NAMES.map((name) => (
          <input
            key={name}
            type="radio"
            name="colour"
            value={COVER_PALETTES[name][1]}
            aria-label={palettes(name)}
          />
        ))}
        <input type="radio" name="colour" value="accent" data-accent aria-label={t('accent')} />
        <span>
          <input type="radio" name="colour" value="own" aria-label={t('own')} />
          <input type="color" name="own" defaultValue={OWN} aria-label={t('own')} />
        </span>
      </fieldset>
      {count > 0 && (
        <div
          aria-hidden
          dangerouslySetInnerHTML={{ __html: sampleKeys(count) }}
          className="sample"
        />
      )}
      <div className="chosen">
        {/* Hydration keeps what the island writes. */}
        <output
          data-text={t('contrast', { dark: '{dark}', light: '{light}' })}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: '' }}
        />
        <InstallLink
          kind="icon"
          id={id}
          href={install}
          className={buttonClass({ variant: 'primary' })}
        >
          <Icon name="install" />
          {t('install')}
        </InstallLink>
        <button type="submit" className={buttonClass({ variant: 'secondary' })}>
          <Icon name="download" />
          {t('download')}
        </button>
      </div>
    </form>
  )
}
