'use client'

import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Icon } from '#components/ui/icons.tsx'
import type { Kind } from '#lib/contract/kind.ts'
import { ALT_MAX, API_BASE, GALLERY_MAX, IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { cleanLine, lengthOf } from '#lib/contract/text.ts'
import { faultOfFile, type Kept } from '#lib/creator/form.ts'
import { asPicture } from '#lib/creator/picture-type-client.ts'
import { Drop } from './drop-client.tsx'
import { formatBytes } from '#lib/i18n/format.ts'
import { useReportMore } from './pending-uploads-client.tsx'
import { useCrop } from './use-crop-client.tsx'
import { Left } from './left.tsx'
import { UploadState } from './upload-state.tsx'
import { useUpload } from './use-upload-client.ts'
import type { FormWords } from './words.ts'

type Props = {
  kind: Kind
  purpose: 'cover' | 'gallery'
  value: Kept[]
  fault: string | undefined
  words: FormWords
  locale: string
  onChange: (kept: Kept[]) => void
  onTaken: (kept: Kept) => void
  onEnded: (message: string) => void
}

const button =
  'grid size-9 cursor-pointer place-items-center rounded-key hover:bg-surface-2 disabled:cursor-default disabled:opacity-30'

/** The cover, or the gallery: pictures with their words, in an order that keys change, too. */
export function PicturesPart(props: Props) {
  const { kind, purpose, value, fault, words, locale, onChange, onTaken, onEnded } = props
  const id = useId()
  const isCover = purpose === 'cover'
  const most = isCover ? 1 : GALLERY_MAX
  const [isTooMany, setTooMany] = useState(false)
  const [isTaking, setTaking] = useState(false)
  useReportMore(isTaking)
  const [dragged, setDragged] = useState<number | null>(null)
  const crop = useCrop(words)
  const upload = useUpload({ kind, purpose, maxBytes: IMAGE_MAX_BYTES, onTaken, onEnded })
  /** One after the other; the first that is not taken ends it. */
  async function take(files: File[]) {
    const room = isCover ? 1 : most - value.length
    setTooMany(files.length > room)
    setTaking(true)
    try {
      for (const chosen of files.slice(0, room)) {
        const file = await asPicture(chosen)
        // What is refused anyway is not asked about.
        const isRefused = faultOfFile(file, { kind, purpose, maxBytes: IMAGE_MAX_BYTES }) !== null
        const part = isRefused ? undefined : await crop.choose(file)
        if (part === null) continue
        if (!(await upload.send(file, part))) return
      }
    } finally {
      setTaking(false)
    }
  }
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])].filter((file) =>
      file.type.startsWith('image/'),
    )
    if (files.length > 0) void take(files)
  })
  useEffect(() => {
    if (isCover) return
    const hear = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', hear)
    return () => document.removeEventListener('paste', hear)
  }, [isCover])

  const put = (at: number, kept: Kept) => onChange(value.with(at, kept))
  function move(at: number, to: number) {
    const next = [...value]
    const [one] = next.splice(at, 1)
    if (one) next.splice(to, 0, one)
    onChange(next)
  }
  const note = isTooMany ? words.faults.too_many : fault
  const legend = isCover ? words.cover : words.gallery
  const help = (isCover ? words.coverHelp : words.galleryHelp).replace(
    '{size}',
    formatBytes(IMAGE_MAX_BYTES, locale),
  )
  return (
    <fieldset data-part={purpose} className="space-y-1.5">
      {crop.dialog}
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <Drop
        accept="image/png,image/jpeg,image/webp,image/avif"
        label={`${legend}: ${words.choose}`}
        button={
          value.length === 0 || !isCover ? (isCover ? words.choose : words.add) : words.replace
        }
        isMultiple={!isCover}
        describedBy={`${id}-note`}
        isInvalid={note !== undefined}
        onFiles={(files) => void take(files)}
      >
        {value.length > 0 && (
          <ul className="space-y-3">
            {value.map((kept, at) => {
              const name = kept.alt || kept.name || String(at + 1)
              return (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons beside it do the same by keys
                <li
                  key={kept.id}
                  draggable={!isCover && value.length > 1}
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'move'
                    setDragged(at)
                  }}
                  onDragEnd={() => setDragged(null)}
                  onDragEnter={() => {
                    if (dragged === null || dragged === at) return
                    move(dragged, at)
                    setDragged(at)
                  }}
                  className={`flex items-start gap-3 rounded-key transition ${dragged === at ? 'opacity-50' : ''} ${!isCover && value.length > 1 ? 'cursor-grab' : ''}`}
                >
                  <img
                    src={`${API_BASE}/file/${kept.id}/image.webp`}
                    alt=""
                    draggable={false}
                    className="aspect-[16/10] w-28 shrink-0 rounded-key bg-surface-2 object-cover sm:w-40"
                  />
                  <label className="min-w-0 flex-1 space-y-1 text-sm">
                    <span className="text-content-muted">{words.alt}</span>
                    <input
                      value={kept.alt}
                      aria-invalid={lengthOf(cleanLine(kept.alt)) > ALT_MAX ? true : undefined}
                      onChange={(event) => put(at, { ...kept, alt: event.target.value })}
                      className="h-9 w-full rounded-key border border-line-strong bg-surface-0 px-2.5 aria-invalid:border-danger"
                    />
                    <Left text={cleanLine(kept.alt)} maximum={ALT_MAX} words={words} />
                  </label>
                  <span className="flex shrink-0 flex-col sm:flex-row">
                    {!isCover && value.length > 1 && (
                      <>
                        <button
                          type="button"
                          aria-label={words.earlier.replace('{name}', name)}
                          disabled={at === 0}
                          onClick={() => move(at, at - 1)}
                          className={button}
                        >
                          <Icon name="arrow-right" className="-rotate-90" />
                        </button>
                        <button
                          type="button"
                          aria-label={words.later.replace('{name}', name)}
                          disabled={at === value.length - 1}
                          onClick={() => move(at, at + 1)}
                          className={button}
                        >
                          <Icon name="arrow-right" className="rotate-90" />
                        </button>
                      </>
                    )}
                    <button
                      type="button"
                      aria-label={words.remove.replace('{name}', name)}
                      onClick={() => onChange(value.filter((one) => one.id !== kept.id))}
                      className={button}
                    >
                      <Icon name="x" />
                    </button>
                  </span>
                </li>
              )
            })}
          </ul>
        )}
        {upload.sending && (
          <UploadState
            sending={upload.sending}
            words={words}
            locale={locale}
            onCancel={upload.cancel}
            onRetry={upload.retry}
          />
        )}
      </Drop>
      <p
        id={`${id}-note`}
        className={`text-sm ${note === undefined ? 'text-content-muted' : 'text-danger'}`}
      >
        {note ?? help}
      </p>
    </fieldset>
  )
}
