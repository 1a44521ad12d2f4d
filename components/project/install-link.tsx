import type { ReactNode } from 'react'
import type { RecordRequest } from '#lib/contract/statistic.ts'

type Props = Omit<RecordRequest, 'event'> & {
  href: string
  /** Of a link whose text alone does not name the project. */
  label?: string
  className?: string
  children: ReactNode
}

/**
 * Install link into the designer application. `data-install` is the event that is counted when it is followed (islands/install.ts):
 * by an island, since a visitor may press it before the framework runs.
 */
export const InstallLink = ({ kind, id, href, label, className, children }: Props) => (
  <a
    href={href}
    data-install={JSON.stringify({ kind, id, event: 'install' } satisfies RecordRequest)}
    aria-label={label}
    className={className}
    // The inline script of the head marks what is pressed (islands/head-script.ts).
    suppressHydrationWarning
  >
    {children}
  </a>
)
