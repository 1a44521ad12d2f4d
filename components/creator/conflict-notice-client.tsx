'use client'

import { useEffect, useId, useRef, useState } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import type { Values } from '#lib/creator/form.ts'
import type { MergedField } from '#lib/creator/merge.ts'
import { FieldValue, labelOf } from './field-value.tsx'
import type { Conflict } from './use-rebase-client.ts'
import type { FormWords } from './words.ts'

type Props = {
  conflict: Conflict
  /** What the form started from, and what it holds. */
  before: Values
  mine: Values
  words: FormWords
  /** Takes these fields from there. */
  onSettle: (theirs: MergedField[]) => void
  onDismiss: () => void
}

/** What changed elsewhere meanwhile, field by field, with the choice which one stays. */
export function ConflictNotice({ conflict, before, mine, words, onSettle, onDismiss }: Props) {
  const id = useId()
  const { fields, taken, theirs } = conflict
  const frame = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<readonly MergedField[]>([])
  useEffect(() => frame.current?.focus(), [])
  const isOpen = fields.length > 0
  const small = `${buttonClass({ variant: 'secondary' })} cursor-pointer`
  return (
    <section
      ref={frame}
      id="conflict"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-24 space-y-4 rounded-card border border-warning/60 bg-surface-1 p-4 text-sm sm:p-5"
    >
      <div className="space-y-1">
        <h2 id={`${id}-title`} className="font-display text-base font-semibold">
          {words.save.changedTitle}
        </h2>
        <p className="text-content-muted">
          {isOpen ? words.save.changedText : words.save.mergedText}
        </p>
        {taken.length > 0 && (
          <p className="text-content-muted">
            {words.save.taken.replace(
              '{fields}',
              taken.map((field) => labelOf(field, words)).join(', '),
            )}
          </p>
        )}
      </div>
      {fields.map((field) => (
        <fieldset key={field} className="min-w-0 space-y-2 border-t border-line pt-3">
          <legend className="float-left mb-2 font-medium">{labelOf(field, words)}</legend>
          <div className="clear-both grid gap-2 sm:grid-cols-2">
            {[
              { isTheirs: false, label: words.save.mine, values: mine },
              { isTheirs: true, label: words.save.theirs, values: theirs.values },
            ].map(({ isTheirs, label, values }) => (
              <label
                key={label}
                className="grid min-w-0 cursor-pointer grid-cols-[auto_1fr] gap-x-2 gap-y-1 rounded-key border border-line p-3 has-checked:border-accent has-checked:bg-surface-2"
              >
                <input
                  type="radio"
                  name={`${id}-${field}`}
                  checked={chosen.includes(field) === isTheirs}
                  onChange={() =>
                    setChosen(
                      isTheirs ? [...chosen, field] : chosen.filter((other) => other !== field),
                    )
                  }
                  className="mt-0.5 size-4 accent-accent"
                />
                <span className="text-content-muted">{label}</span>
                <span className="col-start-2 min-w-0 break-words">
                  <FieldValue field={field} values={values} before={before} words={words} />
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        {fields.length > 1 && (
          <>
            <button type="button" onClick={() => setChosen([])} className={small}>
              {words.save.allMine}
            </button>
            <button type="button" onClick={() => setChosen(fields)} className={small}>
              {words.save.allTheirs}
            </button>
          </>
        )}
        <button
          type="button"
          onClick={() => (isOpen ? onSettle([...chosen]) : onDismiss())}
          className={`${buttonClass({ variant: isOpen ? 'primary' : 'secondary' })} cursor-pointer`}
        >
          {isOpen ? words.save.apply : words.save.understood}
        </button>
      </div>
    </section>
  )
}
