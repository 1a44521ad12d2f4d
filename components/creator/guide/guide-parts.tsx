import type { ReactNode } from 'react'

type LayoutProps = {
  title: string
  lead: string
  /** Below the lead, where the column beside is not beside. */
  start?: ReactNode
  /** The column beside. */
  aside: ReactNode
  children: ReactNode
}

/** The page of a guide: its text, and a column beside that stays in view. */
export function GuideLayout({ title, lead, start, aside, children }: LayoutProps) {
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <article className="min-w-0 space-y-12">
        <header>
          <h1 className="font-display text-xl font-bold text-balance sm:text-2xl">{title}</h1>
          <p className="mt-3 max-w-prose text-content-muted">{lead}</p>
          {start !== undefined && <div className="mt-3 lg:hidden">{start}</div>}
        </header>
        {children}
      </article>
      <div>
        <div className="top-24 overflow-hidden rounded-card border border-line bg-surface-1 shadow-card tall:lg:sticky">
          {aside}
        </div>
      </div>
    </div>
  )
}

type PartProps = { id?: string; title: string; children: ReactNode }

/** A part of a guide. */
export function Part({ id, title, children }: PartProps) {
  return (
    <section id={id} className="space-y-4">
      <h2 className="font-display text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

type StepListProps = {
  /** By their keys. */
  steps: readonly (readonly [key: string, step: ReactNode])[]
}

/** Steps with their numbers. */
export function StepList({ steps }: StepListProps) {
  return (
    <ol className="space-y-4">
      {steps.map(([key, step], at) => (
        <li key={key} className="flex gap-4">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-key bg-accent-soft text-sm font-semibold text-accent tabular-nums"
          >
            {at + 1}
          </span>
          <p className="min-w-0 max-w-prose pt-0.5 wrap-anywhere">{step}</p>
        </li>
      ))}
    </ol>
  )
}

/** A frame around what a guide shows. */
export function Framed({ children }: { children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface-1 text-sm">
      {children}
    </div>
  )
}

type RowsProps = {
  /** Term, meaning, and an example of code. */
  rows: readonly (readonly (string | undefined)[])[]
  /** Terms in words of the language, rather than names of code. */
  isProse?: boolean
}

/** Terms with their meanings, and an example. */
export function Rows({ rows, isProse = false }: RowsProps) {
  return (
    <dl className="divide-y divide-line">
      {rows.map(([name, meaning, example]) => (
        <div key={name} className="gap-x-6 px-4 py-2.5 sm:grid sm:grid-cols-[13rem_minmax(0,1fr)]">
          {isProse ? (
            <dt className="font-medium wrap-anywhere">{name}</dt>
          ) : (
            <dt className="font-mono wrap-anywhere" dir="ltr">
              {name}
            </dt>
          )}
          <dd className="text-content-muted">
            {meaning}
            {example !== undefined && (
              <code className="block font-mono text-content wrap-anywhere" dir="ltr">
                {example}
              </code>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
