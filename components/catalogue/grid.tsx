import type { ListedProject } from '#lib/contract/project.ts'
import { fits, type FilteredSetup } from '#lib/contract/version/fits.ts'
import { type CardExtras, cardHtml, cardTexts, firstPicture } from './card.ts'
import { FirstPicture } from './first-picture-client.tsx'
import { FIRST_NEW } from './first-new.ts'

/** Cards of the first view in most windows. */
const FIRST_ROW = 4

type Props<P extends ListedProject> = {
  projects: P[]
  early?: boolean
  /** One row, which scrolls sideways where it is wider than the page. */
  shelf?: boolean
  /** Place of the card that “Show more” leads to. */
  mark?: number
  /** Level of the headings of the cards, one below the heading of the grid. */
  level?: 2 | 3 | 4
  /** All of one kind: cards show what each is for in place of its kind. */
  isOneKind?: boolean
  /** All of one author: cards show what each is for in place of the name. */
  isOneAuthor?: boolean
  /** Filters of the list: a card whose current version does not fit them names the one that does. */
  filters?: FilteredSetup
  /** What a card shows beside the project. */
  extras?: (project: P) => CardExtras
}

/** Grid of cards in one to six columns. The cover of the first one is the LCP image of an `early` grid. */
export async function Grid<P extends ListedProject>({
  projects,
  early = false,
  shelf = false,
  mark = 0,
  level,
  isOneKind = false,
  isOneAuthor = false,
  filters = {},
  extras,
}: Props<P>) {
  const texts = await cardTexts()
  return (
    <>
      {early && projects[0] && <FirstPicture {...firstPicture(projects[0], shelf)} />}
      <ul
        data-early={early}
        data-one-kind={(isOneKind && projects.some(({ summary }) => summary !== '')) || undefined}
        data-one-author={isOneAuthor || undefined}
        className={shelf ? 'card-grid card-shelf' : 'card-grid'}
      >
        {projects.map((project, at) => {
          const look = {
            early: early && at < FIRST_ROW,
            first: early && at === 0,
            shelf,
            level,
            isOneKind,
            isOneAuthor,
            earlier: fits(project, filters)
              ? undefined
              : project.fitting_versions?.find((one) => fits(one, filters)),
          }
          const html = cardHtml(project, texts, look, extras?.(project))
          const id = at === mark && mark > 0 ? FIRST_NEW : undefined
          // oxlint-disable-next-line react/no-danger -- escaped where it is made
          return <li key={project.id} id={id} dangerouslySetInnerHTML={{ __html: html }} />
        })}
      </ul>
    </>
  )
}

/** One card, outside of a grid. */
export async function Card({ project }: { project: ListedProject }) {
  const html = cardHtml(project, await cardTexts(), { early: true })
  // oxlint-disable-next-line react/no-danger -- escaped where it is made
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
