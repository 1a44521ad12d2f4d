'use client'

import {
  type ChangeEvent,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { type PackCollecting, useCollecting } from './use-collecting-client.ts'
import { showMessage } from '#lib/browser/message-store.ts'
import { Button } from '#components/ui/button.tsx'
import { copyText } from '#components/ui/copy-button-client.tsx'
import { filterTiles, iconOf } from './icon-matches.ts'
import type { TileLabels } from './icon-tile.ts'

/* The full grid and its data load on demand. */
const AllIcons = lazy(() => import('./all-icons-client.tsx').catch(() => ({ default: Failed })))

export type BrowserLabels = TileLabels & {
  filter: string
  none: string
  all: string
  copied: string
  copyFailed: string
  failed: string
  /** “{shown} of 120 icons”. */
  matches: string
  arrowKeys: string
}
/** The call that lists all icons: of a published pack, or of an uploaded file. */
export type IconSource = { call: 'packIcons' | 'fileContents'; id: string }
type Props = {
  source: IconSource
  /** Number of icons of the pack, and of those in `children`. */
  total: number
  shown: number
  labels: BrowserLabels
  /** Of a published pack whose licence permits it. */
  collecting?: PackCollecting | undefined
  children: ReactNode
}

/** The first icons of a pack as rendered by the server; on demand filtered, or all of them. */
export function PackBrowser({ source, total, shown, labels: given, collecting, children }: Props) {
  const { isOn, add, toggle } = useCollecting(source.id, collecting, given.copy)
  const labels = useMemo(
    () => (isOn && collecting ? { ...given, copy: collecting.add } : given),
    [isOn, collecting, given],
  )
  const [query, setQuery] = useState('')
  /** Set if all icons are shown: with the icon in the address, or with the one that gets the focus. */
  const [all, setAll] = useState<{ marked?: string; focused?: number } | null>(null)
  /** Whether all icons were needed before: they stay in memory. */
  const [isAsked, setAsked] = useState(false)
  /** Whether they have arrived; until then the first icons stay, and the button keeps the focus. */
  const [isComplete, setComplete] = useState(false)
  const isShown = query !== '' || all !== null
  if (isShown && !isAsked) setAsked(true)
  useEffect(() => {
    const name = /^#icon-([a-z0-9-]+)$/.exec(location.hash)?.[1]
    if (!name || document.getElementById(`icon-${name}`)) return
    // oxlint-disable-next-line react/set-state-in-effect -- the fragment is known in the browser only
    setAll({ marked: name })
  }, [])
  function copy(event: MouseEvent<HTMLDivElement>) {
    const button =
      event.target instanceof Element ? event.target.closest('.icon-tiles button') : null
    const tile = button?.parentElement
    if (!tile) return
    const { name } = iconOf(tile)
    if (isOn) add(tile)
    else void copyText(name, labels.copied, labels.copyFailed)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events, jsx-a11y/mouse-events-have-key-events -- one listener for all tiles
    <div onClick={copy} onMouseOver={showName}>
      <input
        type="search"
        value={query}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setQuery(event.target.value)}
        data-icon-filter
        data-island="first"
        aria-label={labels.filter}
        placeholder={labels.filter}
        className="icon-filter needs-script"
      />
      {collecting && (
        <Button
          aria-pressed={isOn}
          onClick={toggle}
          variant="secondary"
          className="needs-script collect"
        >
          {collecting.start}
        </Button>
      )}
      {/* At one place, since the fields' script has hidden what does not match (islands/fields.ts). */}
      {!(isShown && isComplete) && children}
      {isAsked && (
        <Suspense>
          <AllIcons
            source={source}
            isShown={isShown}
            query={query}
            marked={all?.marked}
            focused={query === '' ? all?.focused : undefined}
            labels={labels}
            onComplete={() => setComplete(true)}
            onFailure={() => {
              showMessage({ message: labels.failed, color: 'danger' })
              setQuery('')
              setAll(null)
              setAsked(false)
              filterTiles('')
            }}
          />
        </Suspense>
      )}
      {total > shown && query === '' && !(all && isComplete) && (
        <Button
          aria-busy={all !== null}
          onClick={() => setAll({ focused: shown })}
          variant="secondary"
          className="needs-script mt-4"
        >
          {labels.all}
        </Button>
      )}
    </div>
  )
}

function Failed({ onFailure }: { onFailure: () => void }) {
  // oxlint-disable-next-line react/exhaustive-deps -- reported once
  useEffect(onFailure, [])
  return null
}

/** Shows the whole name of a tile that is pointed at: it may be cut off. */
function showName({ target }: MouseEvent<HTMLDivElement>) {
  const tile = target instanceof Element ? target.closest<HTMLElement>('.icon-tiles > li') : null
  if (tile?.title === '') tile.title = iconOf(tile).name
}
