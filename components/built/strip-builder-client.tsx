'use client'

import { type ReactNode, useRef, useState } from 'react'
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
import { announce } from '#lib/browser/announcement-store.ts'
import { useOrder } from '#lib/browser/use-order-client.ts'
import { useStore } from '#lib/browser/use-store.ts'
import { builtKey } from '#lib/contract/file/built-keys.ts'
import { StripDownload } from './strip-download-client.tsx'
import type { BuilderLabels } from './builder-labels.ts'

type Props = { labels: BuilderLabels; empty: ReactNode }

const nameOf = ({ typed, icon }: CollectedKey) => typed ?? icon

/** States that “Undo” goes back to. */
const UNDO_MAX = 50

/** The keys that were collected: ordered, labelled, removed, and downloaded. */
export function StripBuilder({ labels, empty }: Props) {
  const strip = useStore(collectedStrip)
  const [past, setPast] = useState<readonly CollectedStrip[]>([])
  const undoButton = useRef<HTMLButtonElement>(null)
  /** The key whose label is being typed. */
  const typed = useRef<number | null>(null)
  const { keys } = strip
  const isEmpty = keys.length === 0
  /** One drag is one step back, however many places it passes, and so is what is typed into one field. */
  function change(next: readonly CollectedKey[], isContinued = false) {
    typed.current = null
    if (!isContinued) setPast((states) => [...states.slice(1 - UNDO_MAX), strip])
    setStrip({ ...strip, keys: next })
  }
  function type(key: CollectedKey, label: string) {
    const next = keys.map((one) => (one === key ? { ...one, label } : one))
    change(next, typed.current === key.id)
    typed.current = key.id
  }
  function undo() {
    const last = past.at(-1)
    if (!last) return
    typed.current = null
    setPast(past.slice(0, -1))
    setStrip(last)
    announce(labels.undone)
  }
  function clear() {
    undoButton.current?.focus()
    change([])
    announce(labels.cleared)
  }
  return (
    <div className={isEmpty ? '' : 'mt-6 space-y-8'}>
      {isEmpty ? (
        <div className="no-keys">{empty}</div>
      ) : (
        <DrawnStrip keys={keys} labels={labels} />
      )}
      {!isEmpty && <StripDownload keys={keys} labels={labels} />}
      {(!isEmpty || past.length > 0) && (
        <div className={`flex flex-wrap gap-2 ${isEmpty ? 'justify-center' : ''}`}>
          <Button
            ref={undoButton}
            variant="secondary"
            // It takes the focus of what is removed, and keeps its own after the last step.
            aria-disabled={past.length === 0}
            className="aria-disabled:cursor-default aria-disabled:opacity-75"
            onClick={undo}
          >
            {labels.undo}
          </Button>
          {!isEmpty && (
            <Button variant="ghost" onClick={clear}>
              {labels.clear}
            </Button>
          )}
        </div>
      )}
      {!isEmpty && (
        <KeyList
          keys={keys}
          labels={labels}
          onChange={change}
          onType={type}
          onTyped={() => (typed.current = null)}
          onLast={() => undoButton.current?.focus()}
        />
      )}
    </div>
  )
}

function DrawnStrip({ keys, labels }: Pick<ListProps, 'keys' | 'labels'>) {
  return (
    <div className="built-strip" role="group" aria-label={labels.title}>
      <Device>
        <StripKeys
          keys={keys.map((key, at) => ({ ...builtKey(key, at, keys.length), icon: key.url }))}
          names={keys.map((key) => key.label || nameOf(key))}
          lang=""
        />
      </Device>
    </div>
  )
}

type ListProps = {
  keys: readonly CollectedKey[]
  labels: BuilderLabels
  onChange: (keys: readonly CollectedKey[], isContinued?: boolean) => void
  onType: (key: CollectedKey, label: string) => void
  /** A field loses the focus. */
  onTyped: () => void
  /** Before the last key is removed, which has the focus. */
  onLast: () => void
}

function KeyList({ keys, labels, onChange, onType, onTyped, onLast }: ListProps) {
  const named = (label: string, key: CollectedKey) => label.replace('{icon}', () => nameOf(key))
  const { move, dragged, dragProps } = useOrder({
    items: keys,
    canMove: keys.length > 1,
    onChange,
    onMoved: (_, to) => {
      const key = collectedStrip.get().keys[to]
      if (!key) return
      const place = labels.moved.replace('{to}', String(to + 1))
      announce(named(place.replace('{count}', String(keys.length)), key))
    },
  })
  function remove(key: CollectedKey, button: HTMLElement) {
    const row = button.closest('li')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    const next = neighbour?.querySelector<HTMLElement>('[data-remove]')
    // Before its row goes: the focus would fall to the body.
    if (next) next.focus()
    else onLast()
    onChange(keys.filter((one) => one !== key))
    announce(named(labels.removed.replace('{count}', String(keys.length - 1)), key))
  }
  const button =
    'grid size-11 shrink-0 cursor-pointer place-items-center rounded-key hover:bg-surface-2 aria-disabled:cursor-default aria-disabled:opacity-75'
  return (
    <ol className="grid gap-2 md:grid-cols-2">
      {keys.map((key, at) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it do the same with the keyboard
        <li
          key={key.id}
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
              placeholder={nameOf(key)}
              dir={key.typed === undefined ? undefined : 'auto'}
              aria-label={named(labels.label, key).replace('{number}', String(at + 1))}
              onChange={({ target: { value } }) => onType(key, value)}
              onBlur={onTyped}
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
                onClick={({ currentTarget }) => {
                  if (isEnd) return
                  move(at, to)
                  // The focus goes with the key, perhaps out of sight.
                  requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }))
                }}
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
            data-remove
            onClick={({ currentTarget }) => remove(key, currentTarget)}
            className={button}
          >
            <Icon name="x" />
          </button>
        </li>
      ))}
    </ol>
  )
}
