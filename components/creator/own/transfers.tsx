import { getFormatter, getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icons.tsx'
import { TextLink } from '#components/ui/link.tsx'
import { langOf } from '#lib/contract/language.ts'
import type { Transfer } from '#lib/contract/publish.ts'
import { paths } from '#lib/paths.ts'

/** Plugins that were transferred lately to the verified owners of their repositories. */
export async function Transfers({ transfers }: { transfers: Transfer[] }) {
  const [t, format] = await Promise.all([getTranslations('account.list'), getFormatter()])
  if (transfers.length === 0) return null
  return (
    <section aria-labelledby="transfers" className="mb-8">
      <h2 id="transfers" className="mb-3 text-sm font-medium text-content-muted">
        {t('transfers')}
      </h2>
      <ul className="space-y-2">
        {transfers.map(({ id, title, language, is_mine: isMine, other, at }) => (
          <li
            key={`${id} ${at}`}
            className="flex gap-3 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm"
          >
            <Icon
              name={isMine ? 'check' : 'warning'}
              className={`mt-0.5 shrink-0 ${isMine ? 'text-success' : 'text-warning'}`}
            />
            <p className="min-w-0 break-words">
              {t.rich(isMine ? 'came' : 'went', {
                title: () => (
                  <TextLink href={paths.detail({ kind: 'plugin', id })}>
                    <bdi lang={langOf({ language })}>{title}</bdi>
                  </TextLink>
                ),
                name: () => <bdi className="font-medium">{other}</bdi>,
              })}{' '}
              <time dateTime={at} className="whitespace-nowrap text-content-muted">
                {format.dateTime(new Date(at), { dateStyle: 'medium' })}
              </time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
