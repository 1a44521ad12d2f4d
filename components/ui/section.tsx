import type { ReactNode } from 'react'

type Props = {
  id?: string
  title: string
  lead?: ReactNode
  more?: string | undefined
  children: ReactNode
}

/** A part of a page about the account or a project. */
export function Section({ id, title, lead, more, children }: Props) {
  return (
    <section id={id} className="space-y-5 border-t border-line pt-8">
      <div className="space-y-1">
        <h2 className="font-display text-lg font-semibold">{title}</h2>
        {lead && <p className="text-sm text-content-muted">{lead}</p>}
        {more && <p className="text-sm text-content-muted">{more}</p>}
      </div>
      {children}
    </section>
  )
}
