import { getTranslations } from 'next-intl/server'
import { Link } from '#components/ui/link.tsx'
import type { StripKey } from '#lib/contract/file/contents.ts'
import { langOf } from '#lib/contract/language.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { pages } from '#lib/paths.ts'
import { StripKeys } from './strip-keys.tsx'

/** A project and the keys of its first page. */
export type HeroStrip = { project: ListedProject; keys: StripKey[] }

/** The style sheet has a change for two, three and four strips. */
export const HERO_STRIPS_MAX = 4

/**
 * Strips of real projects, one after the other, each a link to its project. A timer in the head of the page changes them, so
 * that it works before the framework runs (islands/turn-strips.ts). Those that wait are not displayed, so their icons are not
 * loaded.
 */
export async function HeroStrips({ strips }: { strips: HeroStrip[] }) {
  const t = await getTranslations('home')
  return (
    <section aria-label={t('strips')} className="hero-strips" data-count={strips.length}>
      {strips.map(({ project, keys }) => (
        <Link
          key={project.id}
          href={pages.detail(project)}
          data-kind={project.kind}
          className="hero-strip"
        >
          <div dir="ltr" aria-hidden="true">
            <StripKeys keys={keys} lang={langOf(project)} />
          </div>
          <b lang={langOf(project)} dir="auto">
            {project.title}
          </b>{' '}
          <bdi>{project.author.name}</bdi>
        </Link>
      ))}
      {strips.length > 1 && (
        <label className="hero-pause">
          <input type="checkbox" aria-label={t('pause')} className="sr-only" />
        </label>
      )}
    </section>
  )
}
