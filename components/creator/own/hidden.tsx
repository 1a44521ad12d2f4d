import { getFormatter, getTranslations, getMessages } from 'next-intl/server'
import { NextIntlClientProvider } from 'next-intl'
import { Icon } from '#components/ui/icons.tsx'
import { TextLink, Link } from '#components/ui/link.tsx'
import type { HiddenProject } from '#lib/contract/account.ts'
import { HIDDEN_STATES } from '#lib/contract/hidden.ts'
import { langOf } from '#lib/contract/language.ts'
import { pages } from '#lib/paths.ts'
import type { UnlistedProject } from '#lib/contract/status.ts'
import { listMessages } from '#components/creator/messages.ts'
import { OwnActions } from './own-actions-client.tsx'

/** One's own projects that only the visitor sees: those that the operator has hidden, with the reasons, and those that are held. */
export function Hidden({ items }: { items: HiddenProject[] }) {
  return HIDDEN_STATES.map((state) => {
    const own = items.filter((item) => item.state === state)
    return own.length > 0 && <Group key={state} state={state} items={own} />
  })
}

/** Text and look of each state. */
const LOOKS = {
  hidden: { since: 'since', border: 'border-danger/60', ink: 'text-danger' },
  held: {
    title: 'heldTitle',
    since: 'heldSince',
    border: 'border-warning/60',
    ink: 'text-warning',
  },
} as const

async function Group({ state, items }: { state: HiddenProject['state']; items: HiddenProject[] }) {
  const [t, format] = await Promise.all([getTranslations('creator.hidden'), getFormatter()])
  const look = LOOKS[state]
  return (
    <section aria-labelledby={state} className="mb-10">
      <h2 id={state} className="mb-3 text-lg font-semibold">
        {state === 'held' ? t('heldTitle') : t('title', { count: items.length })}
      </h2>
      <ul className="space-y-3">
        {items.map(({ id, kind, title, language, reason, hidden_at }) => (
          <li
            key={id}
            className={`flex gap-3 rounded-card border bg-surface-1 px-4 py-3 ${look.border}`}
          >
            <Icon name="warning" className={`mt-1 size-4 shrink-0 ${look.ink}`} />
            <div className="min-w-0">
              <h3 className="font-medium break-words" lang={langOf({ language })} dir="auto">
                <TextLink href={pages.hiddenProject({ kind, id })}>{title}</TextLink>
              </h3>
              <p className="text-sm text-content-muted">
                {t(look.since, {
                  date: format.dateTime(new Date(hidden_at), { dateStyle: 'long' }),
                })}
              </p>
              <p className="mt-1 text-sm break-words whitespace-pre-line empty:hidden" dir="auto">
                {reason}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-content-muted">{t('contact')}</p>
    </section>
  )
}

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
