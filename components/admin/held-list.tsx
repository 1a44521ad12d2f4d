import { getTranslations } from 'next-intl/server'
import { Link, TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { When } from '#components/ui/when.tsx'
import type { HeldPublication } from '#lib/contract/admin/held.ts'
import { langOf } from '#lib/contract/language.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { paths } from '#lib/paths.ts'
import { AdminForm, Submit } from './form.tsx'
import { ReasonField } from './reason-field.tsx'

/** Why a publication waits (`held_for`): the word before kind and id of the hidden project, which is one of these. */
const CAUSES = ['review', 'plugin', 'title', 'file'] as const

type Props = { items: HeldPublication[]; total: number; to: string }

/** Publications that wait, each with its texts and the decision. Titles and texts are of users: shown as they are written. */
export async function HeldList({ items, total, to }: Props) {
  const t = await getTranslations('admin.held')
  if (items.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <div className="space-y-6">
      {total > items.length && (
        <p className="text-sm text-content-muted">{t('shown', { count: items.length, total })}</p>
      )}
      <ol className="space-y-6">
        {items.map((item) => (
          <li
            key={`${item.id} ${item.version}`}
            className="space-y-4 rounded-card border border-line bg-surface-1 p-4 sm:p-5"
          >
            <Held item={item} />
            {item.is_own ? <Notice tone="info">{t('own')}</Notice> : <Decide item={item} to={to} />}
          </li>
        ))}
      </ol>
    </div>
  )
}

async function Held({ item }: { item: HeldPublication }) {
  const [t, kinds] = await getTexts('admin.held', 'kind')
  const { title, kind, author, at, tagline, description, answers, held_for: cause } = item
  const [by = '', , id] = cause.split(' ')
  const known = CAUSES.find((one) => one === by)
  const lang = langOf(item)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-base font-semibold wrap-anywhere" lang={lang} dir="auto">
          {title}
        </h2>
        <span className="text-xs text-content-muted sm:ms-auto">
          <When at={at} />
        </span>
      </div>
      <p className="text-sm text-content-muted">
        {kinds(`${kind}.one`)}
        {' · '}
        <Link href={paths.adminAccount(author)} className="underline underline-offset-4">
          <bdi>{author}</bdi>
        </Link>
      </p>
      {known && (
        <p className="text-sm">
          {t(`cause.${known}`)}
          {id !== undefined && (
            <>
              {' '}
              <TextLink href={paths.adminAudit({ q: id })}>{t('causeLink')}</TextLink>
            </>
          )}
        </p>
      )}
      <div lang={lang} dir="auto" className="max-w-prose space-y-2 text-sm wrap-anywhere">
        {tagline !== '' && <p className="font-medium">{tagline}</p>}
        <details>
          <summary className="cursor-pointer py-1 text-content-muted">{t('description')}</summary>
          <p className="mt-2 whitespace-pre-line">{description}</p>
        </details>
      </div>
      {answers.map((answer) => (
        <blockquote key={answer.at} className="border-s-2 border-line ps-3 text-sm">
          <p className="text-xs text-content-muted">
            {t('answer')} <When at={answer.at} />
          </p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {answer.text}
          </p>
        </blockquote>
      ))}
    </div>
  )
}

async function Decide({ item: { kind, id, version }, to }: { item: HeldPublication; to: string }) {
  const t = await getTranslations('admin.held')
  return (
    <AdminForm
      form="held"
      to={to}
      fields={{ kind, id, ...(version !== null && { version }) }}
      className="space-y-3 border-t border-line pt-4"
    >
      <ReasonField
        id={`reason-${id}-${version ?? ''}`}
        label={t('reason')}
        help={t('reasonHelp')}
      />
      <div className="flex flex-wrap gap-3">
        <Submit name="action" value="release" variant="primary">
          {t('release')}
        </Submit>
        <Submit name="action" value="refuse">
          {version === null ? t('refuse') : t('refuseVersion')}
        </Submit>
      </div>
    </AdminForm>
  )
}
