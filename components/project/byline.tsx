import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { TextLink } from '#components/ui/link.tsx'
import type { ShownProject } from '#lib/contract/project.ts'
import { pages } from '#lib/paths.ts'
import { parseRepository } from '#lib/project/source-file.ts'

/**
 * Publisher of a project; for a plugin also the repository's owner and whether ownership is
 * verified.
 */
export async function Byline({ project }: { project: ShownProject }) {
  const t = await getTranslations('detail')
  const { author, owner_verified: isVerified } = project
  const repository = parseRepository(project.repository_url)
  const name = () => (
    <TextLink href={pages.author(author.name)} className="text-content">
      <bdi>{author.name}</bdi>
    </TextLink>
  )
  if (project.repository_status) {
    return <p className="mt-2 text-content-muted">{t.rich('publishedBy', { author: name })}</p>
  }
  if (!repository || typeof isVerified !== 'boolean') {
    return <p className="mt-2 text-content-muted">{t.rich('by', { author: name })}</p>
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-content-muted">
      <p>
        {t.rich('repositoryBy', {
          owner: () => (
            <a
              href={`https://github.com/${repository.owner}`}
              rel="nofollow ugc noopener"
              className="text-content underline underline-offset-4"
            >
              <bdi>{repository.owner}</bdi>
              {/* Who published it may have the same name here. */}
              <span className="sr-only"> (GitHub)</span>
            </a>
          ),
        })}
      </p>
      <p className="flex flex-wrap items-center gap-x-2">
        <span>{t.rich('publishedBy', { author: name })}</span>
        <span
          className={`inline-flex items-center gap-1 text-sm ${isVerified ? 'text-success' : 'text-warning'}`}
        >
          <Icon name={isVerified ? 'check' : 'warning'} className="shrink-0" />
          {t(isVerified ? 'verified' : 'notVerified')}
        </span>
      </p>
      <p className="w-full text-sm">{t(isVerified ? 'verifiedHelp' : 'notVerifiedHelp')}</p>
    </div>
  )
}
