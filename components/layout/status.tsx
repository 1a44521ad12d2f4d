import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { Strip, type StripArt } from '#components/ui/strip.tsx'
import { paths } from '#lib/paths.ts'

/** Statuses with a page of their own. */
export const STATUSES = ['400', '403', '404', '429', '500', '502', '503', '504'] as const
export type Status = (typeof STATUSES)[number]

/** The key of an unknown address is missing; a strip that fails is broken. */
const artOf = (status: Status): StripArt =>
  status === '404' ? 'missing' : status.startsWith('5') ? 'broken' : 'unlit'

/** Error page: what went wrong, with a retry if that can help, else a link home; and the id to report. */
export async function StatusScreen({ status, requestId }: { status: Status; requestId?: string }) {
  const t = await getTranslations('status')
  const canRetry = status.startsWith('5') || status === '429'
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-5 py-20 text-center">
      <Strip art={artOf(status)} className="w-80 max-w-full" />
      <p className="mt-6 font-mono text-sm text-content-faint">{status}</p>
      <h1 className="font-display text-xl font-bold sm:text-2xl">{t(`${status}.title`)}</h1>
      <p className="text-content-muted">{t(`${status}.text`)}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {canRetry && (
          // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the empty address is this very page
          <a href="" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            <Icon name="retry" /> {t('retry')}
          </a>
        )}
        <ButtonLink href={paths.home} variant={canRetry ? 'secondary' : 'primary'} size="lg">
          <Icon name="home" /> {t('home')}
        </ButtonLink>
      </div>
      {requestId !== undefined && (
        <p className="mt-2 text-xs text-content-faint">
          {t('request')}{' '}
          <code className="font-mono break-all select-all" suppressHydrationWarning>
            {requestId}
          </code>
        </p>
      )}
    </div>
  )
}
