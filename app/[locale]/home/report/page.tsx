import { NextIntlClientProvider } from 'next-intl'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ReportForm } from '#components/report/report-form-client.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { Link, TextLink } from '#components/ui/link.tsx'
import { call } from '#lib/api/call.ts'
import { ifFound } from '#lib/api/if-available.ts'
import { REPORT_FIELDS, REPORT_REASONS, type ReportReason } from '#lib/contract/admin/report.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { authorSchema, idSchema } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { getTexts } from '#lib/i18n/translations.ts'
import { type Path, paths } from '#lib/paths.ts'
import { absoluteUrl } from '#lib/seo/alternates.ts'

type Props = PageProps<'/[locale]/home/report'>
type Query = Awaited<Props['searchParams']>

export async function generateMetadata() {
  const t = await getTranslations('report')
  return { title: t('title'), robots: { index: false } }
}

/** Reports a project or an author: first the reason, then what it needs. For everybody, complete without scripts. */
export default async function ReportPage({ params, searchParams }: Props) {
  const [{ locale }, query] = await Promise.all([params, searchParams])
  const subject = await findSubject(query)
  const reason = REPORT_REASONS.find((one) => one === query['reason'])
  const t = await getTranslations('report')
  return (
    <div className="mx-auto max-w-2xl space-y-8 pt-4 pb-16">
      <header className="space-y-2">
        <h1 className="font-display text-2xl font-bold">{t('title')}</h1>
        <p className="wrap-anywhere">
          <TextLink href={subject.page}>
            <bdi>{subject.title}</bdi>
          </TextLink>
        </p>
      </header>
      {reason ? (
        <Details locale={locale} fields={subject.fields} reason={reason} />
      ) : (
        <Reasons fields={subject.fields} />
      )}
      <ByMail subject={subject} />
    </div>
  )
}

type Subject = { title: string; page: Path; fields: Record<string, string> }

/** What is reported. 404 for what visitors do not see. */
async function findSubject(query: Query): Promise<Subject> {
  const kind = kindSchema.safeParse(query['kind']).data
  const id = idSchema.safeParse(query['id']).data
  const name = authorSchema.shape.name.safeParse(query['author']).data
  if (kind && id !== undefined) {
    const project = await ifFound(call('project', { kind, id }))
    if (!project) notFound()
    return { title: project.title, page: paths.detail({ kind, id }), fields: { kind, id } }
  }
  const author = name === undefined ? null : await ifFound(call('author', { author: name }))
  if (!author) notFound()
  return { title: author.name, page: paths.author(author.name), fields: { author: author.name } }
}

async function Reasons({ fields }: Pick<Subject, 'fields'>) {
  const t = await getTranslations('report')
  return (
    <nav aria-label={t('why')} className="space-y-3">
      <h2 className="font-display text-lg font-semibold">{t('why')}</h2>
      <ul className="space-y-2">
        {REPORT_REASONS.map((reason) => (
          <li key={reason}>
            <Link
              href={paths.report({ ...fields, reason })}
              className="flex items-center gap-4 rounded-card border border-line bg-surface-1 px-4 py-3 text-sm hover:border-line-strong"
            >
              <span className="min-w-0">
                <span className="block font-medium">{t(`reason.${reason}`)}</span>
                <span className="block text-content-muted">{t(`reasonHelp.${reason}`)}</span>
              </span>
              <Icon name="chevron-right" className="ms-auto size-4 shrink-0 rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type DetailsProps = Pick<Subject, 'fields'> & { locale: string; reason: ReportReason }

async function Details({ locale, fields, reason }: DetailsProps) {
  const [t, form, outcome] = await getTexts('report', 'form', 'admin.outcome')
  const needed = REPORT_FIELDS[reason]
  const field = (name: 'work' | 'rights_holder' | 'text' | 'email' | 'statement') =>
    t(`field.${name}`)
  return (
    <section aria-labelledby="details" className="space-y-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="details" className="font-display text-lg font-semibold">
          {t(`reason.${reason}`)}
        </h2>
        <TextLink href={paths.report(fields)} className="text-sm">
          {t('other')}
        </TextLink>
      </div>
      <NextIntlClientProvider messages={{}}>
        <ReportForm
          address={localePath(locale, paths.report({ ...fields, reason }))}
          fields={{ ...fields, reason }}
          shown={needed}
          needed={needed}
          texts={{
            labels: {
              work: field('work'),
              rights_holder: field('rights_holder'),
              text: field('text'),
              email: field('email'),
              statement: field('statement'),
            },
            help: {
              work: t('help.work'),
              email: t('help.email'),
              statement: t('help.statement'),
            },
            required: t('required'),
            optional: form('optional'),
            errors: {
              not_found: outcome('not_found'),
              too_many: t('tooMany'),
              disk_full: outcome('disk_full'),
              unavailable: outcome('unavailable'),
              refused: outcome('refused'),
            },
            submit: t('submit'),
          }}
        />
      </NextIntlClientProvider>
    </section>
  )
}

/** The way that the specification names: an address stays beside the form. */
async function ByMail({ subject: { title, page } }: { subject: Subject }) {
  const [t, detail] = await getTexts('report', 'detail')
  const { SUPPORT_EMAIL } = env()
  const subject = encodeURIComponent(detail('reportSubject', { title }).toWellFormed())
  const body = encodeURIComponent(absoluteUrl(page))
  return (
    <p className="border-t border-line pt-6 text-sm text-content-muted">
      {t('byMail')}{' '}
      <a
        href={`mailto:${SUPPORT_EMAIL}?subject=${subject}&body=${body}`}
        className="underline underline-offset-4"
      >
        {SUPPORT_EMAIL}
      </a>
    </p>
  )
}
