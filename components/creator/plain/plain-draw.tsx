import { useTranslations } from 'next-intl'
import { COVER_LAYOUTS, COVER_PALETTE_NAMES, type CoverLook } from '#lib/contract/file/cover.ts'
import { coverPreviewsPath } from '#lib/creator/cover-path.ts'
import { drawnTitle, isTitleDrawn } from '#lib/creator/drawn-title.ts'
import { PLAIN_INPUTS } from '#lib/creator/plain-form.ts'
import { LayoutPreview } from '#components/creator/form/layout-preview.tsx'
import type { PlainView } from './plain-view.ts'

const LAYOUTS = Array.from({ length: COVER_LAYOUTS }, (_, index) => index + 1)
const START: CoverLook = { layout: 1, palette: 'ink' }

/** Draws cover and gallery from the file; the previews are there once a file is kept. */
export function PlainDraw({ view: { values, edited } }: { view: PlainView }) {
  const t = useTranslations('creator.draw')
  const { file, cover } = values
  const { layout, palette } = cover?.drawn ?? START
  const hasTitle = isTitleDrawn(file)
  const title = drawnTitle(values)
  const previews = file && file.id !== '' ? coverPreviewsPath(file.id, palette, title) : null
  return (
    <fieldset className="space-y-4 rounded-card border border-line bg-surface-1 p-4">
      <legend className="float-start mb-3 w-full">
        <label className="flex items-center gap-2.5 text-sm font-medium">
          <input
            type="checkbox"
            name={PLAIN_INPUTS.draw}
            value="1"
            defaultChecked={edited === null}
            className="size-5 shrink-0 accent-accent"
          />
          {t('title')}
        </label>
      </legend>
      <p className="clear-both text-sm text-content-muted">
        {t(previews ? (hasTitle ? 'titleHelp' : 'help') : 'first')}
      </p>
      <div role="group" aria-label={t('layouts')} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {LAYOUTS.map((number) => (
          <label
            key={number}
            className="flex cursor-pointer flex-col overflow-hidden rounded-key border-2 border-line text-sm has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            {previews && <LayoutPreview src={previews} layout={number} />}
            <span className="flex min-h-10 items-center gap-2 px-3">
              <input
                type="radio"
                name={PLAIN_INPUTS.layout}
                value={number}
                defaultChecked={number === layout}
                className="accent-accent"
              />
              {t('layout', { number })}
            </span>
          </label>
        ))}
      </div>
      <PaletteSelect palette={palette} />
    </fieldset>
  )
}

function PaletteSelect({ palette }: Pick<CoverLook, 'palette'>) {
  const t = useTranslations('creator.draw')
  return (
    <label className="flex flex-wrap items-center gap-3 text-sm">
      {t('palette')}
      <select
        name={PLAIN_INPUTS.palette}
        defaultValue={palette}
        className="h-11 min-w-40 rounded-key border border-line-control bg-surface-0 px-3"
      >
        {COVER_PALETTE_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(`palettes.${name}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
