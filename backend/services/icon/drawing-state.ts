import type { DrawingTone } from '#lib/contract/file/contents.ts'

/** Why the drawing of an icon is not shown, or the tone of its background. */
export const drawingState = (refused: string | null, tone: DrawingTone | null) => ({
  ...(refused !== null && { refused }),
  ...(tone !== null && { tone }),
})
