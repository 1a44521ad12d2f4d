import { API_BASE } from '#lib/contract/limits.ts'

/** The address of a stored file, relative to the site; the name is for people alone. */
export function fileUrl({ id, name }: { id: string; name: string }): string {
  return `${API_BASE}/file/${id}/${encodeURIComponent(name)}`
}

/** The address of a picture. */
export function imageUrl(id: string): string {
  return `${API_BASE}/file/${id}/image.webp`
}
