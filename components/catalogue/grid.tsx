import type { ReactNode } from 'react'
import type { ListedProject } from '#lib/contract/project.ts'
import { Card, cardTexts } from './card.tsx'

/** Cards in the first row of the widest grid. */
const FIRST_ROW = 4

type Props<P extends ListedProject> = {
  projects: P[]
  early?: boolean
  /** Level of the headings of the cards, one below the heading of the grid. */
  level?: 2 | 3 | 4
  /** Further props of a card. */
  extras?: (project: P) => { title?: ReactNode; note?: ReactNode }
}

/** Grid of cards in one to four columns. The cover of the first one is the LCP image of an `early` grid. */
export async function Grid<P extends ListedProject>({
  projects,
  early = false,
  level,
  extras,
}: Props<P>) {
  const texts = await cardTexts()
  return (
    <ul data-early={early} className="card-grid">
      {projects.map((project, at) => (
        <li key={project.id}>
          <Card
            project={project}
            texts={texts}
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
