'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Drawing } from '#components/ui/drawing.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Device } from '#components/strip/device.tsx'
import { StripKeys } from '#components/strip/strip-keys.tsx'
import {
  type CollectedKey,
  type CollectedStrip,
  collectedStrip,
  setStrip,
} from '#lib/browser/collected-strip.ts'
import { useOrder } from '#lib/browser/use-order-client.ts'
import { useStore } from '#lib/browser/use-store.ts'
import { builtKey } from '#lib/contract/file/built-keys.ts'
import { StripDownload } from './strip-download-client.tsx'
import type { BuilderLabels } from './builder-labels.ts'

type Props = { labels: BuilderLabels; empty: ReactNode }

/** States that “Undo” goes back to. */
const UNDO_MAX = 50

/** The keys that were collected: ordered, labelled, removed, and downloaded. */
export function StripBuilder({ labels, empty }: Props) {
  const strip = useStore(collectedStrip)
  const [past, setPast] = useState<readonly CollectedStrip[]>([])
  const { keys } = strip
  /** One drag is one step back, however many places it passes. */
  function change(next: readonly CollectedKey[], isContinued = false) {
    if (!isContinued) setPast((states) => [...states.slice(1 - UNDO_MAX), strip])
    setStrip({ ...strip, keys: next })
  }
  function undo() {
    const last = past.at(-1)
    if (!last) return
    setPast(past.slice(0, -1))
    setStrip(last)
  }
  const undoButton = past.length > 0 && (
    <Button variant="secondary" onClick={undo}>
      {labels.undo}
    </Button>
  )
  if (keys.length === 0) {
    return (
      <div className="no-keys">
        {empty}
        <div className="flex justify-center">{undoButton}</div>
      </div>
    )
  }
  return (
    <div className="mt-6 space-y-8">
      <div className="built-strip" role="img" aria-label={labels.title}>
        <Device>
          <StripKeys
            keys={keys.map((key, at) => ({
              ...builtKey(key, at, keys.length),
              icon: key.url,
            }))}
            lang=""
          />
        </Device>
      </div>
      <StripDownload keys={keys} labels={labels} />
      <div className="flex flex-wrap gap-2">
        {undoButton}
        <Button variant="ghost" onClick={() => change([])}>
          {labels.clear}
        </Button>
      </div>
      <KeyList keys={keys} labels={labels} onChange={change} />
    </div>
  )
}

type ListProps = {
  keys: readonly CollectedKey[]
  labels: BuilderLabels
  onChange: (keys: readonly CollectedKey[], isContinued?: boolean) => void
}

function KeyList({ keys, labels, onChange }: ListProps) {
  const named = (label: string, { icon }: CollectedKey) => label.replace('{icon}', icon)
  const { move, dragged, dragProps } = useOrder({ items: keys, canMove: keys.length > 1, onChange })
  const button =
    'grid size-11 shrink-0 cursor-pointer place-items-center rounded-key hover:bg-surface-2 aria-disabled:cursor-default aria-disabled:opacity-75'
  return (
    <ol className="grid gap-2 md:grid-cols-2">
      {keys.map((key, at) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it do the same with the keyboard
        <li
          // The place is what a row is.
          key={at}
          {...dragProps(at)}
          className={`flex min-w-0 items-center gap-2 rounded-card border border-line bg-surface-1 p-2 transition ${dragged === at ? 'opacity-50' : ''} ${keys.length > 1 ? 'cursor-grab' : ''}`}
        >
          <span className="icon-ground rounded-key p-2" data-tone={key.isMono ? 'mono' : 'dark'}>
            <Drawing url={key.url} isMono={key.isMono} className="size-7" />
          </span>
          <div className="min-w-0 flex-1">
            <input
              value={key.label}
              maxLength={40}
              placeholder={key.icon}
              aria-label={named(labels.label, key).replace('{number}', String(at + 1))}
              onChange={({ target: { value } }) =>
                onChange(keys.map((one, place) => (place === at ? { ...one, label: value } : one)))
              }
              className="h-10 w-full rounded-key border border-line-control bg-surface-1 px-3 text-sm"
            />
            <p className="mt-1 truncate text-xs text-content-muted" dir="auto">
              {labels.from.replace('{pack}', key.title)}
            </p>
          </div>
          {(['left', 'right'] as const).map((side) => {
            const to = side === 'left' ? at - 1 : at + 1
            const isEnd = to < 0 || to === keys.length
            return (
              <button
                key={side}
                type="button"
                aria-label={named(labels[side], key)}
                // A disabled button would lose the focus.
                aria-disabled={isEnd}
                onClick={() => isEnd || move(at, to)}
                className={button}
              >
                <Icon
                  name="arrow-right"
                  className={side === 'left' ? 'rotate-180 rtl:rotate-0' : 'rtl:rotate-180'}
                />
              </button>
            )
          })}
          <button
            type="button"
            aria-label={named(labels.remove, key)}
            onClick={() => onChange(keys.filter((_, place) => place !== at))}
            className={button}
          >
            <Icon name="x" />
          </button>
        </li>
      ))}
    </ol>
  )
}
