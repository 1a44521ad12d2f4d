'use client'

import { useLocale } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { announce } from '#lib/browser/announcement-store.ts'
import { Button } from '#components/ui/button.tsx'
import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import { takeInput } from '#lib/creator/plain-form.ts'
import type { CreatorValues } from '#lib/creator/values.ts'
import { formatList } from '#lib/i18n/format.ts'
import { FieldValue } from '#components/creator/controls/field-value-client.tsx'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { ShownConflict } from './use-conflicts-client.ts'

type Props = {
  conflict: ShownConflict
  /** State of the form. */
  mine: CreatorValues
  /** Takes these fields from the saved state. */
  onSettle: (theirs: FieldName[]) => void
  onDismiss: () => void
}

export const CONFLICT_ID = 'conflict'

/** Changes saved elsewhere meanwhile, with a choice for each field that was changed in both places. */
export function ConflictNotice({ conflict, mine, onSettle, onDismiss }: Props) {
  const t = useFormMessages('creator.saving')
  const id = useId()
  const { fields, before, theirs } = conflict
  const frame = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<readonly FieldName[]>([])
  // A draft is merged while its creator types.
  const isUnasked = conflict.of === 'draft'
  const title = t(isUnasked ? 'draftTitle' : 'changedTitle')
  useEffect(() => {
    if (isUnasked) return announce(title)
    const { activeElement: opener } = document
    frame.current?.focus()
    return () => {
      // The button that closed the notice has disappeared with it.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [isUnasked, title])
  const isOpen = fields.length > 0
  const choose = (name: FieldName, isTheirs: boolean) =>
    setChosen(isTheirs ? [...chosen, name] : chosen.filter((other) => other !== name))
  return (
    <section
      ref={frame}
      id={CONFLICT_ID}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-24 space-y-4 rounded-card border border-warning/60 bg-surface-1 p-4 text-sm sm:p-5"
    >
      <ConflictSummary id={`${id}-title`} conflict={conflict} />
      {fields.map((name) => (
        <FieldChoice
          key={name}
          name={name}
          states={{ before, mine, theirs: theirs.values }}
          isTheirs={chosen.includes(name)}
          onChoose={(isTheirs) => choose(name, isTheirs)}
        />
      ))}
      <div className="needs-script flex-wrap justify-end gap-2">
        {fields.length > 1 && (
          <>
            <Button variant="secondary" onClick={() => setChosen([])}>
              {t('allMine')}
            </Button>
            <Button variant="secondary" onClick={() => setChosen(fields)}>
              {t('allTheirs')}
            </Button>
          </>
        )}
        <Button
          onClick={() => (isOpen ? onSettle([...chosen]) : onDismiss())}
          variant={isOpen ? 'primary' : 'secondary'}
        >
          {isOpen ? t('apply') : t('understood')}
        </Button>
      </div>
    </section>
  )
}

/** Title, and texts with a choice and without. */
const TEXTS = {
  project: ['saving.changedTitle', 'saving.changedText', 'saving.mergedText'],
  draft: ['saving.draftTitle', 'saving.draftText', 'saving.draftMerged'],
} as const satisfies Record<ShownConflict['of'], unknown>

type SummaryProps = { id: string; conflict: ShownConflict }

/** What was changed elsewhere, with a heading of this id. */
function ConflictSummary({ id, conflict }: SummaryProps) {
  const t = useFormMessages('creator')
  const { of, fields, taken } = conflict
  const [title, choose, merged] = TEXTS[of]
  const labels = formatList(
    taken.map((name) => t(FIELDS[name].label)),
    useLocale(),
  )
  return (
    <div className="space-y-1">
      <h2 id={id} className="font-display text-base font-semibold">
        {t(title)}
      </h2>
      <p className="text-content-muted">{t(fields.length > 0 ? choose : merged)}</p>
      {taken.length > 0 && (
        <p className="text-content-muted">{t('saving.taken', { fields: labels })}</p>
      )}
    </div>
  )
}

type ChoiceProps = {
  name: FieldName
  states: Record<'before' | 'mine' | 'theirs', CreatorValues>
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

function FieldChoice({ name, states, isTheirs, onChoose }: ChoiceProps) {
  const t = useFormMessages('creator')
  const group = takeInput(name)
  return (
    <fieldset className="min-w-0 space-y-2 border-t border-line pt-3">
      <legend className="float-start mb-2 font-medium">{t(FIELDS[name].label)}</legend>
      <div className="clear-both grid gap-2 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <label
            key={side}
            className="grid min-w-0 cursor-pointer grid-cols-[auto_1fr] gap-x-2 gap-y-1 rounded-key border border-line p-3 has-checked:border-accent has-checked:bg-surface-2"
          >
            <input
              type="radio"
              name={group}
              value={side}
              checked={isTheirs === (side === 'theirs')}
              aria-labelledby={`${group}-${side}`}
              aria-describedby={`${group}-${side}-value`}
              onChange={() => onChoose(side === 'theirs')}
              className="mt-0.5 size-4 accent-accent"
            />
            <span id={`${group}-${side}`} className="text-content-muted">
              {t(`saving.${side}`)}
            </span>
            <span id={`${group}-${side}-value`} className="col-start-2 min-w-0 break-words">
              <FieldValue name={name} values={states[side]} before={states.before} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
