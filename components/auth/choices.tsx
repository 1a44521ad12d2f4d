import type { ComponentProps, ReactNode } from 'react'

type RowProps = ComponentProps<'input'> & { id: string; label: string; help: string }

/** A radio button or check box with an explanation. */
export function ChoiceRow({ id, label, help, ...input }: RowProps) {
  return (
    <div className="relative flex items-start gap-3 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm has-checked:border-accent">
      <input
        {...input}
        id={id}
        aria-describedby={`${id}-help`}
        className="relative z-10 mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
      />
      <div className="min-w-0">
        {/* The whole row is the target. */}
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

type SelectProps = { name: string; label: string; chosen: string | number; children: ReactNode }

/** A list to choose one value from; without `chosen` the first one. */
export function Select({ name, label, chosen, children }: SelectProps) {
  return (
    <label className="block space-y-1.5">
      <span className="block text-sm font-medium">{label}</span>
      <select
        key={chosen}
        name={name}
        defaultValue={chosen === '' ? undefined : chosen}
        className="h-11 w-full max-w-80 rounded-key border border-line-control bg-surface-0 px-3 text-base"
      >
        {children}
      </select>
    </label>
  )
}
