import { API_BASE } from '#lib/contract/limits.ts'
import { PICTURE_WIDTHS } from '#lib/contract/picture.ts'
import type { Image } from '#lib/contract/project.ts'

/** The address of a stored file, relative to the site; the name is for people alone. */
export function fileUrl({ id, name }: { id: string; name: string }): string {
  return `${API_BASE}/file/${id}/${encodeURIComponent(name)}`
}

/** The address of a picture. */
export function imageUrl(id: string): string {
  return `${API_BASE}/file/${id}/image.webp`
}

/**
 * The forms of a picture `width` pixels wide: the smaller allowed widths, and the original unless it is
 * wider than all of them.
 */
export function imageSources(id: string, width: number): NonNullable<Image['sources']> {
  const smaller = PICTURE_WIDTHS.filter((one) => one < width).map((one) => ({
    url: `${API_BASE}/picture/${id}/${one}`,
    width: one,
  }))
  const isOffered = width <= Math.max(...PICTURE_WIDTHS)
  return isOffered ? [...smaller, { url: imageUrl(id), width }] : smaller
}
