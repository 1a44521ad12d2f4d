import type { ReactNode } from 'react'
import { Strip } from './strip.tsx'

type Props = { title: string; text: string; children?: ReactNode }

/** What stands where there is nothing to show: why, and what to do now. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center gap-4 py-16 text-center">
      <Strip className="w-72 max-w-full" />
      <h2 className="mt-4 font-display text-lg font-semibold">{title}</h2>
      <p className="text-content-muted">{text}</p>
      {children}
    </div>
  )
}
