import { z } from 'zod'
import { ANSWER_SHAPE, type PageField } from './project-fields.ts'
import type { Image, ProjectFile } from './project-parts.ts'

// The table of fields needs the parts, and this file the table.
export * from './project-parts.ts'

/** A project, the same in lists and alone. Times are ISO 8601 in UTC. */
export const projectSchema = z.object(ANSWER_SHAPE)
export type Project = z.infer<typeof projectSchema>

/** A project as its page shows it. What an unpublished form may lack is `null`, or an empty text. */
export type ShownProject = Omit<Project, 'cover' | 'category' | 'file'> & {
  cover: Image | null
  category: Project['category'] | null
  file?:
    | (Partial<Omit<ProjectFile, 'sha256'>> & { size: number; sha256: string | null })
    | null
    | undefined
}

/** Whether lists and search show it. */
export const isListed = ({ visibility = 'listed' }: Pick<Project, 'visibility'>) =>
  visibility === 'listed'

/** A project as a card shows it. */
export type ListedProject = Omit<Project, PageField>
