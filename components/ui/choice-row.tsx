import type { ComponentProps } from 'react'

type Props = { id: string; label: string; help: string } & Omit<
  ComponentProps<'input'>,
  'className'
>

/** A radio button or check box with its explanation; the whole row is the target. */
export function ChoiceRow({ id, label, help, ...input }: Props) {
  return (
    <div className="relative flex items-start gap-3 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm has-checked:border-accent">
      <input
        id={id}
        aria-describedby={`${id}-help`}
        className="relative z-10 mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
        {...input}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-medium after:absolute after:inset-0">
          {label}
        </label>
        <p id={`${id}-help`} className="text-content-muted">
          {help}
        </p>
      </div>
    </div>
  )
}
