import type { DrawingLoss, DrawingRefusal } from '#lib/contract/file/contents.ts'
import type { PackIcon } from '#lib/contract/search.ts'

type Marked = Pick<PackIcon, 'refused' | 'simplified'>

type Texts<Code extends string> = Partial<Record<Code, string>> & { other: string }

export type MarkLabels = {
  /** Why a drawing is not shown, by the backend's reason; `other` for unknown reasons. */
  refused: Texts<DrawingRefusal>
  /** “Simplified: without {parts}”. */
  simplified: string
  /** What a drawing lacks, by the backend's reason. */
  lost: Texts<DrawingLoss>
  locale: string
}

/** Other backends may have other codes. */
export const labelOf = (labels: Texts<string>, code: string): string =>
  Object.entries(labels).find(([name]) => name === code)?.[1] ?? labels.other

/** The labels that the icons of a pack need: those of all reasons would make its page heavy. */
export function labelsFor(icons: readonly Marked[], labels: MarkLabels): MarkLabels {
  const used = new Set<string | null | undefined>(
    icons.flatMap(({ refused, simplified }) => [refused, ...(simplified ?? [])]),
  )
  const pick = ({ other, ...texts }: Texts<string>) => ({
    ...Object.fromEntries(Object.entries(texts).filter(([code]) => used.has(code))),
    other,
  })
  const none = { other: '' }
  const { count } = countLosses(icons)
  return {
    locale: labels.locale,
    refused: icons.some(({ refused }) => refused) ? pick(labels.refused) : none,
    simplified: count > 0 ? labels.simplified : '',
    lost: count > 0 ? pick(labels.lost) : none,
  }
}

/** Why a drawing is not shown. */
export function refusalOf({ refused }: Marked, labels: MarkLabels): string | undefined {
  return refused ? labelOf(labels.refused, refused) : undefined
}

/** What a simplified drawing lacks. */
export function lossesOf({ simplified }: Marked, labels: MarkLabels): string | undefined {
  if (!simplified || simplified.length === 0) return undefined
  const parts = new Set(simplified.map((loss) => labelOf(labels.lost, loss)))
  return labels.simplified.replace('{parts}', () => listOf([...parts], labels.locale))
}

export const listOf = (parts: string[], locale: string) => new Intl.ListFormat(locale).format(parts)

/** What the simplified drawings of a pack lack, the most frequent first, and how many of them lack it. */
export function countLosses(icons: readonly Marked[]): {
  count: number
  losses: [string, number][]
} {
  const counts = new Map<string, number>()
  const marked = icons.filter(({ simplified }) => simplified && simplified.length > 0)
  for (const loss of marked.flatMap(({ simplified }) => simplified ?? [])) {
    counts.set(loss, (counts.get(loss) ?? 0) + 1)
  }
  return { count: marked.length, losses: [...counts].toSorted(([, a], [, b]) => b - a) }
}
