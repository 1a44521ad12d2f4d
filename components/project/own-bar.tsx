import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Project } from '#lib/contract/project.ts'
import { pages } from '#lib/paths.ts'

/**
 * The ways to edit and to delete a project. The page is the same for everybody: its script shows them in the
 * browser of the author (islands/own-bar.ts), and the pages behind them check who it is.
 */
export async function OwnBar({ project: { kind, id, author } }: { project: Project }) {
  const [t, own] = await Promise.all([getTranslations('detail'), getTranslations('creator.own')])
  const look = `${buttonClass({ variant: 'secondary' })} grow`
  return (
    <div data-author={author.uid} className="own-bar">
      <p>{t('own')}</p>
      <Link href={pages.edit(kind, { id })} className={look}>
        {own('edit')}
      </Link>
      <Link href={pages.deleteProject({ kind, id })} className={look}>
        {own('delete')}
      </Link>
    </div>
  )
}
