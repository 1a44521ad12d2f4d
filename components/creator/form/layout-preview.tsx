import { COVER_PREVIEWS } from '#lib/contract/file/cover.ts'

/** Steps of a third and of a half, which move a cell of the previews into view. */
const COLUMNS = ['', '-translate-x-1/3', '-translate-x-2/3']
const ROWS = ['', '-translate-y-1/2']

/** One layout, cut out of the picture with all of them. */
export function LayoutPreview({ src, layout }: { src: string; layout: number }) {
  const index = layout - 1
  const column = COLUMNS[index % COVER_PREVIEWS.columns] ?? ''
  const row = ROWS[Math.floor(index / COVER_PREVIEWS.columns)] ?? ''
  return (
    <span dir="ltr" className="block aspect-[16/10] overflow-hidden bg-surface-2">
      <img src={src} alt="" className={`h-[200%] w-[300%] max-w-none ${column} ${row}`} />
    </span>
  )
}
