import type { Sheet } from '#lib/contract/file/sheet.ts'
import type { OperatingSystem } from '#lib/contract/kind.ts'
import type { Image } from '#lib/contract/project.ts'

/* What columns of JSON hold. */

/** A picture of a project: the image of the contract without URLs. */
export type StoredImage = Omit<Image, 'url' | 'sources' | 'animation'> & {
  fileId: string
  /** Whether its file has an animation. */
  isAnimated?: boolean
}

/**
 * A sheet of the drawings of a file (lib/contract/file/sheet.ts) without its address. `offset` and `size` in bytes; `hash`
 * is the start of its SHA-256 in hexadecimal.
 */
export type StoredSheet = Omit<Sheet, 'url'> & { offset: number; size: number; hash: string }

/** `versionParts` of the lowest minimum version of some versions: by the system that they run on, and of `any`. */
export type FittingMinimums = { [System in Exclude<OperatingSystem, 'all'> | 'any']?: number[] }
