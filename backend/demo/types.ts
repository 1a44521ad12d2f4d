import type { Project } from '#lib/contract/project.ts'

/**
 * An encoded WebP picture with its true pixels and alternative text in the project's language.
 * `placeholder` is a WebP data URL of at most 24 pixels width and 400 characters.
 */
export type DemoImage = {
  bytes: Buffer
  width: number
  height: number
  alt: string
  placeholder: string
  /** The same in smaller widths, for lists. */
  derived?: { width: number; bytes: Buffer }[]
}

/**
 * One demo project, ready to be put into an empty catalogue: the contract's fields, with the bytes
 * of pictures and file in place of their addresses. `author` is a display name; the same name is
 * the same author.
 */
export type DemoProject = Omit<Project, 'id' | 'author' | 'cover' | 'gallery' | 'file'> & {
  author: string
  cover: DemoImage
  gallery: DemoImage[]
  file: { name: string; bytes: Buffer } | null
}

/** A project that is built only when it is asked for, so that building can show its progress. */
export type DemoRecipe = { title: string; build: () => Promise<DemoProject> }
