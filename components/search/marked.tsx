import type { TextRange } from '#lib/contract/search.ts'
import { piecesOf } from '#lib/search/pieces.ts'

/** A text with its matches highlighted. */
export function Marked({ text, ranges }: { text: string; ranges: TextRange[] }) {
  return piecesOf(text, ranges).map((piece) =>
    piece.marked ? (
      <mark key={piece.start} className="rounded-sm bg-accent-soft text-accent">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
