import type { ReactNode } from 'react'

type Props = { title: string; lead: string; children: ReactNode }

/** A part of a settings page: a line above, a heading, and a sentence about it. */
export function SettingsSection({ title, lead, children }: Props) {
  return (
    <section className="space-y-5 border-t border-line pt-8">
      <div className="space-y-1">
        <h2 className="font-display text-lg font-semibold">{title}</h2>
        <p className="text-sm text-content-muted">{lead}</p>
      </div>
      {children}
    </section>
  )
}
