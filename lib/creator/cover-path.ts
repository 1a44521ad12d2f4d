import { pathTemplate } from '#lib/contract/call-request.ts'
import { CALLS } from '#lib/contract/calls.ts'
import type { CoverPalette } from '#lib/contract/file/cover.ts'

const template = pathTemplate(CALLS.coverPreviews)

/** Address of the previews of all layouts in a palette. @param title of covers that show one; empty for that of the file's name. */
export function coverPreviewsPath(id: string, palette: CoverPalette, title: string): string {
  const query = title === '' ? '' : `?${new URLSearchParams({ title }).toString()}`
  return template({ id, name: `${palette}.webp` }) + query
}
