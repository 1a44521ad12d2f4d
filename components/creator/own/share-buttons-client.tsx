'use client'

import { Button } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-button-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { useHydrated } from '#lib/browser/use-store.ts'

type Props = {
  url: string
  title: string
  labels: Record<'copy' | 'copied' | 'failed' | 'share', string>
}

/** Copies the address of a project, and hands it to the system's sharing where there is one. */
export function ShareButtons({ url, title, labels }: Props) {
  const canShare = useHydrated() && 'share' in navigator
  async function share() {
    try {
      await navigator.share({ url, title })
    } catch {
      // Closed by the visitor, or refused: the address stays on the page.
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        onClick={() => void copyText(url, labels.copied, labels.failed)}
        className="needs-script"
      >
        <Icon name="copy" /> {labels.copy}
      </Button>
      {canShare && (
        <Button variant="secondary" size="lg" onClick={() => void share()}>
          {labels.share}
        </Button>
      )}
    </>
  )
}
