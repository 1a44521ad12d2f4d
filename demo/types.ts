import type { ImportedImage, ImportedProject } from '#backend/services/project/import.ts'

export type DemoImage = ImportedImage
export type DemoProject = ImportedProject

/** A project that is built on demand, so that filling can report progress. */
export type DemoRecipe = { title: string; build: () => Promise<DemoProject> }
