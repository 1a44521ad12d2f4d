import type { Requirements } from './setup.ts'

/**
 * Whether a project fits the visitor's setup. Public pages are the same for every visitor, so the
 * element is empty, and hidden, until an island fills it (islands/fit-badges.ts).
 */
export const FitBadge = ({ systems, since }: Requirements) => (
  <span
    className="fit"
    data-systems={systems.join(' ')}
    data-since={since}
    // Hydration keeps what the island wrote.
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: '' }}
  />
)
