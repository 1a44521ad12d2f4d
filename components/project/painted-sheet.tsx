import type { CSSProperties } from 'react'
import { drawingUrl } from '#lib/browser/drawing-url.ts'
import { SHEET } from '#lib/contract/file/sheet.ts'

/** Columns and rows of the sheet that lie over a cover. */
const COLUMNS = 6
const ROWS = 4

/** The first icons of a pack over its cover, in the colour that is chosen; hidden until one is (app/swatches.css). */
export function PaintedSheet({ url, count }: { url: string; count: number }) {
  const style: CSSProperties & Record<`--${string}`, string | number> = {
    '--sheet': drawingUrl(url),
    '--columns': Math.min(COLUMNS, count),
    '--rows': Math.min(ROWS, Math.ceil(count / SHEET.columns)),
  }
  return <div aria-hidden className="painted" style={style} />
}

/** Keys of a strip with the icons in the first row of a sheet, as HTML. */
export const sampleKeys = (count: number) => '<i></i>'.repeat(Math.min(SHEET.columns, count))
