'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { DrawingTone } from '#lib/contract/inside.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { PackIcon } from '#lib/contract/search.ts'
import { packGround } from './pack-ground.ts'
import { IconTile } from './icon-tile.tsx'
import type { BrowserWords } from './pack-browser-client.tsx'

/** As the contract has them, whose schemas would be too much to load. */
const TONES = ['mono', 'any', 'dark', 'light', 'mixed'] as const satisfies readonly DrawingTone[]

const answerSchema = z.object({
  code: z.literal(200),
  data: z.object({
    items: z.array(
      z.object({
        name: z.string(),
        url: z.string().check(z.startsWith('/')),
        refused: z.nullish(z.string()),
        tone: z.nullish(z.enum(TONES)),
      }),
    ),
  }),
})

/** Those in sight stay as they are while others come. */
const Tile = memo(IconTile)

/** Rows beyond the screen that are kept ready. */
const OVERSCAN = 6
const GAP = 8

type Props = {
  id: string
  query: string
  /** The icon that the address names: it is gone to and marked. */
  marked: string | null
  words: BrowserWords
  onFailure: () => void
}

/** All icons of a pack, or those whose name holds a text; only the rows in sight exist. */
export default function AllIcons({ id, query, marked, words, onFailure }: Props): ReactNode {
  const [icons, setIcons] = useState<PackIcon[] | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    readIcons(id, asking.signal)
      .then(setIcons)
      .catch(() => asking.signal.aborted || onFailure())
    return () => asking.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for a pack
  }, [id])
  const wanted = query.trim().toLowerCase().replaceAll(/\s+/g, '-')
  const found = useMemo(
    () => icons?.filter(({ name }) => name.includes(wanted)) ?? [],
    [icons, wanted],
  )
  const ground = useMemo(() => packGround(icons ?? []), [icons])
  return (
    <>
      <p role="status" className="sr-only">
        {icons ? `${found.length} / ${icons.length}` : ''}
      </p>
      {icons && found.length === 0 && <p className="text-content-muted">{words.none}</p>}
      {found.length > 0 && <Rows icons={found} ground={ground} marked={marked} words={words} />}
    </>
  )
}

type RowsProps = {
  icons: PackIcon[]
  ground: DrawingTone
  marked: string | null
  words: BrowserWords
}

function Rows({ icons, ground, marked, words }: RowsProps) {
  const ref = useRef<HTMLUListElement>(null)
  const { columns, height, top } = useGeometry(ref)
  const rows = useWindowVirtualizer({
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
    // oxlint-disable-next-line react/exhaustive-deps -- gone to once, when the columns are known
  }, [marked, columns])
  return (
    <ul ref={ref} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().flatMap((row) =>
        icons.slice(row.index * columns, (row.index + 1) * columns).map((icon, column) => (
          <li
            key={icon.name}
            aria-setsize={icons.length}
            aria-posinset={row.index * columns + column + 1}
            className="absolute top-0 min-w-0 contain-content"
            style={{
              left: `calc((100% + ${GAP}px) / ${columns} * ${column})`,
              width: `calc((100% + ${GAP}px) / ${columns} - ${GAP}px)`,
              transform: `translateY(${row.start - top}px)`,
            }}
          >
            <Tile icon={icon} words={words} ground={ground} isMarked={icon.name === marked} />
          </li>
        )),
      )}
    </ul>
  )
}

/** How many columns fit, how high a tile is, and where the grid begins in the document, in pixels. */
function useGeometry(ref: React.RefObject<HTMLUListElement | null>) {
  const [geometry, setGeometry] = useState({ columns: 1, height: 94, top: 0 })
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return undefined
    function measure() {
      if (!list) return
      const drawing = Number.parseFloat(getComputedStyle(list).getPropertyValue('--drawing')) || 28
      const least = Math.max(88, drawing + 40)
      setGeometry({
        columns: Math.max(1, Math.floor((list.clientWidth + GAP) / (least + GAP))),
        height: drawing + 32 + 28 + 2,
        top: list.getBoundingClientRect().top + scrollY,
      })
    }
    measure()
    const watching = new ResizeObserver(measure)
    watching.observe(list)
    // The size of the drawings is chosen by radio buttons outside.
    const section = list.closest('[data-icons]')
    section?.addEventListener('change', measure)
    return () => {
      watching.disconnect()
      section?.removeEventListener('change', measure)
    }
  }, [ref])
  return geometry
}

async function readIcons(id: string, signal: AbortSignal): Promise<PackIcon[]> {
  const answer = await fetch(`${API_BASE}/icon/${encodeURIComponent(id)}/icons`, { signal })
  return z.parse(answerSchema, await answer.json()).data.items
}
