'use client'

import { useState, useEffect } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import {
  COVER_LAYOUTS,
  COVER_PALETTE_NAMES,
  COVER_PALETTES,
  type CoverPalette,
  COVER_PREVIEWS,
  type CoverLook,
} from '#lib/contract/file/cover.ts'
import { drawnTitle, isTitleDrawn } from '#lib/creator/drawn-title.ts'
import { intentProps, PLAIN_INPUTS } from '#lib/creator/plain-form.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { useCreatorForm } from '#components/creator/form/form-context-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { pathTemplate } from '#lib/contract/call-request.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { announce } from '#lib/browser/announcement-store.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import { AskedChoice, useAsking } from './asked-choice-client.tsx'
import { useReportMore } from './pending-uploads-client.tsx'

const LAYOUTS = Array.from({ length: COVER_LAYOUTS }, (_, index) => index + 1)

/** Draws cover and gallery from the project file, in a layout and a palette to choose. */
export function DrawCover() {
  const { values, gone, uploads } = useCreatorForm()
  const t = useFormMessages('creator.draw')
  const { file } = values
  // Its upload and preparation are shown at the file.
  if (uploads.isComing('file')) return null
  if (file === null || file.id === '' || gone.includes(file)) {
    return (
      <p className="flex items-start gap-2 rounded-card bg-surface-2 px-4 py-3 text-sm text-content-muted">
        <Icon name="icon" className="mt-0.5 size-4 shrink-0" /> {t('first')}
      </p>
    )
  }
  return <Choice key={file.id} file={file} />
}

function Choice({ file }: { file: UploadedFile }) {
  const { values } = useCreatorForm()
  const t = useFormMessages('creator.draw')
  const title = useSettledTitle(drawnTitle(values))
  const { draw, drawing, error } = useDrawing(file.id, title)
  const chosen = values.cover?.drawn
  const [palette, setPalette] = useState<CoverPalette>(chosen?.palette ?? 'ink')
  const previews = coverPreviewsPath(file.id, palette, title)
  const isOutdated = chosen !== undefined && (chosen.title ?? '') !== title
  function choosePalette(next: CoverPalette) {
    setPalette(next)
    if (chosen) void draw({ layout: chosen.layout, palette: next })
  }
  return (
    <AskedChoice
      title={t('title')}
      help={t(isTitleDrawn(file) ? 'titleHelp' : 'help')}
      isBusy={drawing !== null}
      error={error}
      className="space-y-4 p-4"
    >
      <Palettes value={palette} onChoose={choosePalette} />
      <div role="group" aria-label={t('layouts')} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {LAYOUTS.map((layout) => (
          <button
            key={layout}
            {...intentProps('draw', layout)}
            aria-label={t('layout', { number: layout })}
            aria-pressed={chosen?.layout === layout && chosen.palette === palette}
            onClick={(event) => {
              event.preventDefault()
              void draw({ layout, palette })
            }}
            className="relative cursor-pointer overflow-hidden rounded-key border-2 border-line transition hover:border-line-strong aria-pressed:border-accent motion-safe:aria-busy:animate-pulse"
            aria-busy={drawing === layout}
          >
            <LayoutPreview src={previews} layout={layout} />
            {chosen?.layout === layout && (
              <span className="absolute end-1.5 top-1.5 grid size-6 place-items-center rounded-full bg-accent-fill text-accent-on">
                <Icon name="check" className="size-3.5" />
              </span>
            )}
          </button>
        ))}
      </div>
      {isOutdated && drawing === null && (
        <OutdatedCover onRedraw={() => void draw({ layout: chosen.layout, palette })} />
      )}
    </AskedChoice>
  )
}

/** The drawn cover shows another title than the form. */
function OutdatedCover({ onRedraw }: { onRedraw: () => void }) {
  const t = useFormMessages('creator.draw')
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <Icon name="warning" className="text-warning" />
      {t('otherTitle')}
      <button
        type="button"
        onClick={onRedraw}
        className="needs-script cursor-pointer font-medium underline underline-offset-4"
      >
        {t('redraw')}
      </button>
    </p>
  )
}

type PalettesProps = { value: CoverPalette; onChoose: (palette: CoverPalette) => void }

function Palettes({ value, onChoose }: PalettesProps) {
  const t = useFormMessages('creator.draw')
  return (
    <fieldset>
      <legend className="sr-only">{t('palette')}</legend>
      <div className="flex flex-wrap gap-2">
        {COVER_PALETTE_NAMES.map((palette) => (
          <label
            key={palette}
            title={t(`palettes.${palette}`)}
            className="grid size-11 cursor-pointer place-items-center rounded-key border-2 border-transparent has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={PLAIN_INPUTS.palette}
              value={palette}
              aria-label={t(`palettes.${palette}`)}
              checked={palette === value}
              onChange={() => onChoose(palette)}
              className="sr-only"
            />
            <Swatch palette={palette} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The ground of a palette with its two strongest colours. */
function Swatch({ palette }: { palette: CoverPalette }) {
  const [ground, accent, key] = COVER_PALETTES[palette]
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" role="presentation" className="size-8">
      <rect
        x="0.5"
        y="0.5"
        width="31"
        height="31"
        rx="8"
        style={{ fill: ground }}
        className="stroke-line-strong"
      />
      <rect x="6" y="9" width="9" height="14" rx="3" style={{ fill: key }} />
      <rect x="17" y="9" width="9" height="14" rx="3" style={{ fill: accent }} />
    </svg>
  )
}

const template = pathTemplate(CALLS.coverPreviews)

/** Address of the previews of all layouts in a palette. @param title of covers that show one; empty for that of the file's name. */
function coverPreviewsPath(id: string, palette: CoverPalette, title: string): string {
  const query = title === '' ? '' : `?${new URLSearchParams({ title }).toString()}`
  return template({ id, name: `${palette}.webp` }) + query
}

/** Steps of a third and of a half, which move a cell of the previews into view. */
const COLUMNS = ['', '-translate-x-1/3', '-translate-x-2/3']
const ROWS = ['', '-translate-y-1/2']

/** One layout, cut out of the picture with all of them. */
function LayoutPreview({ src, layout }: { src: string; layout: number }) {
  const index = layout - 1
  const column = COLUMNS[index % COVER_PREVIEWS.columns] ?? ''
  const row = ROWS[Math.floor(index / COVER_PREVIEWS.columns)] ?? ''
  return (
    <span dir="ltr" className="block aspect-[16/10] overflow-hidden bg-surface-2">
      <img src={src} alt="" className={`h-[200%] w-[300%] max-w-none ${column} ${row}`} />
    </span>
  )
}

/** Pause in typing before the previews follow the title, in ms. */
const PAUSE_MS = 800

/** The title after a pause in typing: each one is another picture of previews. */
function useSettledTitle(title: string): string {
  const [settled, setSettled] = useState(title)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(title), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [title])
  return settled
}

/** Asks the server for the pictures, one request at a time. @param shownTitle the title on the cover; empty for none. */
function useDrawing(fileId: string, shownTitle: string) {
  const { values, uploaded } = useCreatorForm()
  const t = useFormMessages('creator.draw')
  const { ask, asked: drawing, error } = useAsking<number>()
  // The form is not sent before the pictures are there.
  useReportMore(drawing !== null, 'drawn')

  async function draw(look: CoverLook) {
    const body = shownTitle === '' ? look : { ...look, title: shownTitle }
    const drawn = await ask(look.layout, () => fetchCall('drawCover', { id: fileId, body }))
    if (!drawn) return
    const title = values.title.trim()
    uploaded.takeDrawn(drawn, body, title === '' ? '' : t('coverAlt', { title }))
    announce(t('done'))
  }
  return { draw, drawing, error }
}
