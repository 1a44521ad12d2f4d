import { getMessages, getTranslations } from 'next-intl/server'
import { NextIntlClientProvider } from 'next-intl'
import { Link } from '#components/ui/link.tsx'
import { langOf } from '#lib/contract/language.ts'
import type { UnlistedProject } from '#lib/contract/status.ts'
import { pages } from '#lib/paths.ts'
import { listMessages } from '#components/creator/messages.ts'
import { OwnActions } from './own-actions-client.tsx'

/** One's own projects that no list shows: unlisted and archived ones. */
export async function Unlisted({ items }: { items: UnlistedProject[] }) {
  const t = await getTranslations('creator.unlisted')
  if (items.length === 0) return null
  return (
    <section aria-labelledby="unlisted" className="mt-12 max-w-3xl">
      <h2 id="unlisted" className="mb-3 font-display text-lg font-semibold">
        {t('title')}
      </h2>
      <NextIntlClientProvider messages={listMessages(await getMessages())}>
        <ul className="divide-y divide-line border-y border-line">
          {items.map((project) => (
            <li
              key={project.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <div className="min-w-0">
                <Link
                  href={pages.detail(project)}
                  className="font-medium wrap-anywhere underline-offset-4 hover:underline"
                  lang={langOf(project)}
                >
                  <bdi>{project.title}</bdi>
                </Link>
                <p className="text-sm text-content-muted">
                  {t(project.visibility === 'archived' ? 'archived' : 'unlisted')}
                </p>
              </div>
              <OwnActions kind={project.kind} id={project.id} title={project.title} />
            </li>
          ))}
        </ul>
      </NextIntlClientProvider>
    </section>
  )
}
