import type { ReactNode } from 'react'
import { Strip } from './strip.tsx'

type Props = { title: string; text: string; children?: ReactNode }

/** Empty state: why there is nothing, and what to do. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col items-center gap-4 py-16 text-center">
      <Strip art="unlit" className="w-72 max-w-full" />
      <h2 className="mt-4 max-w-full font-display text-lg font-semibold wrap-anywhere">{title}</h2>
      <p className="max-w-full text-content-muted wrap-anywhere">{text}</p>
      {children}
    </div>
  )
}
