import type { ReactNode } from 'react'
import type { Project } from '#lib/contract/project.ts'
import { Card } from './card.tsx'

/** Cards in the first row of the widest grid. */
const FIRST_ROW = 4

type Props<P extends Project> = {
  projects: P[]
  early?: boolean
  /** Level of the headings of the cards, one below the heading of the grid. */
  level?: 2 | 3 | 4
  /** Further props of a card. */
  extras?: (project: P) => { title?: ReactNode; note?: ReactNode }
}

/** Grid of cards in one to four columns. */
export function Grid<P extends Project>({ projects, early = false, level, extras }: Props<P>) {
  return (
    <ul
      data-early={early}
      className="card-grid grid grid-cols-1 gap-5 min-[600px]:grid-cols-2 min-[900px]:grid-cols-3 min-[1200px]:grid-cols-4"
    >
      {projects.map((project, at) => (
        <li key={project.id} className="grid min-w-0">
          <Card
            project={project}
            early={early && at < FIRST_ROW}
            first={early && at === 0}
            level={level}
            {...extras?.(project)}
          />
        </li>
      ))}
    </ul>
  )
}
