'use client'

import { useId } from 'react'
import { FieldNote, noteIds } from '#components/ui/field-note.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { announce } from '#lib/browser/announcement-store.ts'
import { ALT_MAX } from '#lib/contract/limits.ts'
import { cleanLine, lengthOf } from '#lib/contract/text.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { useOrder } from '#lib/browser/use-order-client.ts'
import { placeOf } from '#lib/creator/arrange.ts'
import { intentProps, keptInputs } from '#lib/creator/plain-form.ts'
import { pictureNames } from '#lib/creator/picture-names.ts'
import { useCounter } from '#components/creator/controls/use-counter-client.ts'
import { WarningBox } from './file-issues-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

type Props = {
  name: 'cover' | 'gallery'
  pictures: UploadedFile[]
  /** Whether the order can be changed, by dragging or by buttons. */
  isSortable: boolean
  onChange: (pictures: UploadedFile[]) => void
  onRemove: (at: number) => void
}

/** Pictures with their alternative texts, in their order. */
export function PictureList({ name, pictures, isSortable, onChange, onRemove }: Props) {
  const t = useFormMessages('creator')
  const canMove = isSortable && pictures.length > 1
  const names = pictureNames(pictures)
  const { move, dragged, dragProps } = useOrder({
    items: pictures,
    canMove,
    onChange,
    onMoved: (from, to) =>
      announce(t('announce.moved', { from: from + 1, to: to + 1, count: pictures.length })),
  })
  return (
    <ul className="@container space-y-3">
      {pictures.map((picture, at) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it do the same with the keyboard
        <li
          key={picture.id}
          {...dragProps(at)}
          className={`flex items-start gap-3 @max-[17rem]:flex-wrap rounded-key transition ${dragged === at ? 'opacity-50' : ''} ${canMove ? 'cursor-grab' : ''}`}
        >
          <img
            src={picture.url}
            alt=""
            draggable={false}
            className="aspect-[16/10] w-28 shrink-0 rounded-key bg-surface-2 object-cover sm:w-40"
          />
          <div className="min-w-0 flex-1 space-y-1 text-sm @max-[17rem]:basis-full">
            <AlternativeText
              of={isSortable ? t('pictureAt', { position: at + 1 }) : t('cover')}
              name={keptInputs(name, at).alt}
              value={picture.alt}
              onChange={(alt) => onChange(pictures.with(at, { ...picture, alt }))}
            />
            <WarningBox warnings={picture.warnings} />
          </div>
          <PictureButtons
            name={names[at] ?? ''}
            place={placeOf(name, at)}
            onEarlier={at > 0 ? () => move(at, at - 1) : undefined}
            onLater={at < pictures.length - 1 ? () => move(at, at + 1) : undefined}
            canMove={canMove}
            onRemove={() => onRemove(at)}
          />
        </li>
      ))}
    </ul>
  )
}

type AlternativeProps = {
  name: string
  /** Which picture the text describes. */
  of: string
  value: string
  onChange: (alt: string) => void
}

function AlternativeText({ of, name, value, onChange }: AlternativeProps) {
  const t = useFormMessages('creator')
  const form = useFormMessages('form')
  const id = useId()
  const text = cleanLine(value)
  const help = useCounter(text, ALT_MAX)
  const error = lengthOf(text) > ALT_MAX ? t('error.alternative_texts') : undefined
  return (
    <>
      <label htmlFor={id} className="block text-content-muted">
        {t('alt')} <span className="sr-only">{of}</span> {form('optional')}
      </label>
      <input
        id={id}
        name={name}
        value={value}
        dir="auto"
        autoComplete="off"
        enterKeyHint="next"
        aria-invalid={error !== undefined}
        aria-describedby={noteIds(id, { error, help })}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-full rounded-key border border-line-control bg-surface-0 px-2.5 aria-invalid:border-danger"
      />
      <FieldNote id={id} error={error} help={help} />
    </>
  )
}

type ButtonsProps = {
  name: string
  /** How a posted form names the picture. */
  place: string
  canMove: boolean
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
  onRemove: () => void
}

const button =
  'grid size-9 cursor-pointer place-items-center rounded-key hover:bg-surface-2 aria-disabled:cursor-default aria-disabled:text-content-faint aria-disabled:opacity-75'

function PictureButtons({ name, place, canMove, onEarlier, onLater, onRemove }: ButtonsProps) {
  const t = useFormMessages('creator')
  const actions = [
    { intent: 'earlier', act: onEarlier, icon: <Icon name="arrow-right" className="-rotate-90" /> },
    { intent: 'later', act: onLater, icon: <Icon name="arrow-right" className="rotate-90" /> },
    { intent: 'remove', act: onRemove, icon: <Icon name="x" /> },
  ] as const
  return (
    <span className="flex shrink-0 flex-col sm:flex-row @max-[17rem]:flex-row">
      {actions.slice(canMove ? 0 : -1).map(({ intent, act, icon }) => (
        <button
          key={intent}
          {...intentProps(intent, place)}
          aria-label={t(intent, { name })}
          aria-disabled={!act}
          data-remove={intent === 'remove' ? true : undefined}
          onClick={(event) => {
            event.preventDefault()
            act?.()
          }}
          className={button}
        >
          {icon}
        </button>
      ))}
    </span>
  )
}
