import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'
import { formatEarlier } from './setup.ts'

type Props = {
  /** Operating systems, `all` for any, and the lowest version of the application. */
  systems: readonly string[]
  since: string
  /** Earlier versions that fit other setups: the badge names the one that fits. */
  earlier?: readonly VersionNeeds[] | undefined
}

/**
 * Whether a project fits the visitor's setup. Public pages are the same for every visitor, so the
 * element is empty, and hidden, until an island fills it (islands/fit-badges.ts).
 */
export const FitBadge = ({ systems, since, earlier }: Props) => (
  <span
    className="fit"
    data-systems={systems.join(' ')}
    data-since={since}
    data-earlier={formatEarlier(earlier) || undefined}
    // Hydration keeps what the island wrote.
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: '' }}
  />
)
