import { Fragment } from 'react'
import type { TextRange } from '#lib/contract/search.ts'

/** A text with its matches highlighted; ranges outside of the text are ignored. */
export function Marked({ text, ranges }: { text: string; ranges: TextRange[] }) {
  let at = 0
  const pieces = ranges.flatMap(([start, end]) => {
    if (start < at || end > text.length) return []
    const before = text.slice(at, start)
    at = end
    return [{ start, before, marked: text.slice(start, end) }]
  })
  return (
    <>
      {pieces.map(({ start, before, marked }) => (
        <Fragment key={start}>
          {before}
          <mark className="rounded-sm bg-accent-soft text-accent">{marked}</mark>
        </Fragment>
      ))}
      {text.slice(at)}
    </>
  )
}
