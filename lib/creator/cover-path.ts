import { pathTemplate } from '#lib/contract/call-request.ts'
import { CALLS } from '#lib/contract/calls.ts'
import type { CoverPalette } from '#lib/contract/cover.ts'

const template = pathTemplate(CALLS.coverPreviews)

/** Address of the previews of all layouts in a palette. */
export const coverPreviewsPath = (id: string, palette: CoverPalette): string =>
  template({ id, name: `${palette}.webp` })
