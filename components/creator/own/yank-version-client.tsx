'use client'

import { useFocusAfterReplacement } from '#components/ui/use-lost-focus-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { VersionRef } from './use-version-change-client.ts'
import { VersionDialog } from './version-dialog-client.tsx'
import { VersionForm } from './version-form-client.tsx'

type Props = VersionRef & { isYanked: boolean }

/** Withdraws a version after a confirmation, or offers it again at once. */
export function YankVersion({ isYanked, ...place }: Props) {
  const t = useFormMessages('creator.versions')
  const ref = useFocusAfterReplacement(isYanked)
  const { version } = place
  return (
    <div ref={ref} className="contents">
      {isYanked ? (
        <VersionForm
          {...place}
          change="offered"
          label={t('offer')}
          name={t('offerLabel', { version })}
        />
      ) : (
        <VersionDialog {...place} change="withdrawn" />
      )}
    </div>
  )
}
