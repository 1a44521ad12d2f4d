'use client'

import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { RovingHint } from '#components/ui/roving-list-client.tsx'
import { announce } from '#lib/browser/announcement-store.ts'
import { readData } from '#lib/browser/envelope.ts'
import { evenRows } from '#lib/browser/roving.ts'
import { useRovingFocus } from '#lib/browser/use-roving-focus-client.ts'
import type { DrawingTone } from '#lib/contract/file/contents.ts'
import { apiRequest } from '#lib/browser/api-routes.ts'
import { iconMatcher } from './icon-matches.ts'
import { packGround } from './pack-ground.ts'
import { tileHtml, tileProps } from './icon-tile.ts'
import { type PlacedIcon, placeIcons } from './placed-icon.ts'
import type { BrowserLabels, IconSource } from './pack-browser-client.tsx'

/** The contract's values; its schemas would be too much to load. */
const TONES = ['mono', 'any', 'dark', 'light', 'mixed'] as const satisfies readonly DrawingTone[]

const iconsSchema = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      label: z.nullish(z.string()),
      url: z.string().check(z.startsWith('/')),
      refused: z.nullish(z.string()),
      tone: z.nullish(z.enum(TONES)),
      simplified: z.nullish(z.array(z.string())),
    }),
  ),
  sheets: z.nullish(
    z.array(
      z.object({
        url: z.string().check(z.startsWith('/')),
        first: z.int().check(z.nonnegative()),
        without: z.array(z.number()),
      }),
    ),
  ),
})
const contentsSchema = z.object({ icons: iconsSchema })

/** Rows rendered beyond the viewport. */
const OVERSCAN = 6
const GAP = 8
/** Time without a keystroke before the number of matches is announced, in milliseconds. */
const ANNOUNCE_MS = 600

type Props = {
  source: IconSource
  isShown: boolean
  query: string
  /** Icon named in the address: scrolled to and marked. */
  marked: string | undefined
  /** Index of the icon that gets the focus. */
  focused: number | undefined
  labels: BrowserLabels
  onComplete: () => void
  onFailure: () => void
}

/** All icons of a pack, or those whose id or label contains a text; virtualised by row. Nothing until they have arrived. */
export default function AllIcons(props: Props): ReactNode {
  const { source, isShown, query, marked, focused, labels, onComplete, onFailure } = props
  const [icons, setIcons] = useState<PlacedIcon[] | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    readIcons(source, controller.signal)
      .then(setIcons)
      .then(onComplete)
      .catch(() => controller.signal.aborted || onFailure())
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- fetched once per pack
  }, [source.id])
  const matches = useMemo(() => {
    const isMatch = iconMatcher(query)
    return icons?.filter(isMatch) ?? []
  }, [icons, query])
  const ground = useMemo(() => packGround(icons ?? []), [icons])
  const shown = matches.length
  useEffect(() => {
    if (!icons || query.trim() === '') return undefined
    const text = shown === 0 ? labels.none : labels.matches.replace('{shown}', String(shown))
    const timer = setTimeout(() => announce(text), ANNOUNCE_MS)
    return () => clearTimeout(timer)
  }, [icons, query, shown, labels])
  if (!icons || !isShown) return null
  if (shown === 0) return <p className="text-content-muted">{labels.none}</p>
  return <Rows icons={matches} ground={ground} marked={marked} focused={focused} labels={labels} />
}

type RowsProps = Pick<Props, 'marked' | 'focused' | 'labels'> & {
  icons: PlacedIcon[]
  ground: DrawingTone
}

function Rows({ icons, ground, marked, focused, labels }: RowsProps) {
  const ref = useRef<HTMLUListElement>(null)
  const { columns, height, top } = useGeometry(ref)
  /** The icon with the focus stays rendered when it is scrolled out of view. */
  const [active, setActive] = useState<number | null>(null)
  useRovingFocus(ref, {
    rows: () => evenRows(icons.length, columns),
    onActive: setActive,
    focused,
  })
  const rows = useWindowVirtualizer({
    rangeExtractor(range) {
      const shown = defaultRangeExtractor(range)
      const row = active === null ? -1 : Math.floor(active / columns)
      const isMissing = row >= 0 && row < range.count && !shown.includes(row)
      return isMissing ? [...shown, row].toSorted((a, b) => a - b) : shown
    },
    count: Math.ceil(icons.length / columns),
    estimateSize: () => height,
    gap: GAP,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  useEffect(() => rows.measure(), [rows, height, columns])
  useEffect(() => {
    const at = icons.findIndex(({ name }) => name === marked)
    if (at >= 0 && columns > 1) rows.scrollToIndex(Math.floor(at / columns), { align: 'center' })
    // oxlint-disable-next-line react/exhaustive-deps -- scrolls once, when the columns are known
  }, [marked, columns])
  return (
    <div className="roving relative">
      <RovingHint text={labels.arrowKeys} />
      <ul ref={ref} className="icon-tiles all" style={{ height: rows.getTotalSize() }}>
        {rows
          .getVirtualItems()
          .flatMap((row) =>
            icons
              .slice(row.index * columns, (row.index + 1) * columns)
              .map((icon, column) => (
                <Tile
                  key={icon.name}
                  icon={icon}
                  labels={labels}
                  ground={ground}
                  isMarked={icon.name === marked}
                  at={row.index * columns + column}
                  total={icons.length}
                  columns={columns}
                  top={row.start - top}
                />
              )),
          )}
      </ul>
    </div>
  )
}

type TileProps = {
  icon: PlacedIcon
  labels: BrowserLabels
  ground: DrawingTone
  isMarked: boolean
  /** Index in the list, and number of items. */
  at: number
  total: number
  columns: number
  /** In pixels, from the top of the list. */
  top: number
}

/** A tile at its place; visible ones do not render again while others appear. */
const Tile = memo(function Tile(props: TileProps) {
  const { icon, labels, ground, isMarked, at, total, columns, top } = props
  // The same object as before, since another one replaces the controls and with them the focus.
  const html = useMemo(
    () => ({ __html: tileHtml(icon, { labels, ground }) }),
    [icon, labels, ground],
  )
  return (
    // oxlint-disable-next-line react/no-danger -- escaped where it is made
    <li
      {...tileProps(icon, labels)}
      data-marked={isMarked || undefined}
      aria-setsize={total}
      aria-posinset={at + 1}
      style={{
        insetInlineStart: `calc((100% + ${GAP}px) / ${columns} * ${at % columns})`,
        width: `calc((100% + ${GAP}px) / ${columns} - ${GAP}px)`,
        transform: `translateY(${top}px)`,
      }}
      dangerouslySetInnerHTML={html}
    />
  )
})

/** Number of columns, height of a tile, and top of the grid in the document, in pixels. */
function useGeometry(ref: React.RefObject<HTMLUListElement | null>) {
  const [geometry, setGeometry] = useState({ columns: 1, height: 106, top: 0 })
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return undefined
    function measure() {
      if (!list) return
      const drawing = Number.parseFloat(getComputedStyle(list).getPropertyValue('--drawing')) || 28
      const minWidth = Math.max(88, drawing + 40)
      setGeometry({
        columns: Math.max(1, Math.floor((list.clientWidth + GAP) / (minWidth + GAP))),
        height: drawing + 32 + 44 + 2,
        top: list.getBoundingClientRect().top + scrollY,
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    // Radio buttons outside of the grid set the size of the drawings.
    const section = list.closest('[data-icons]')
    section?.addEventListener('change', measure)
    return () => {
      observer.disconnect()
      section?.removeEventListener('change', measure)
    }
  }, [ref])
  return geometry
}

async function readIcons({ call, id }: IconSource, signal: AbortSignal): Promise<PlacedIcon[]> {
  const isFile = call === 'fileContents'
  const { path } = isFile ? apiRequest(call, { id }) : apiRequest(call, { kind: 'icon', id })
  const response = await fetch(path, { signal })
  const { items, sheets } = isFile
    ? (await readData(response, contentsSchema)).icons
    : await readData(response, iconsSchema)
  return placeIcons(items, sheets ?? [])
}
