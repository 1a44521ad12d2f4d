import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { DeviceScene } from '#components/ui/device-scene.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { INSTALL_HELP, paths } from '#lib/paths.ts'
import { breadcrumbs, faqPage, graph } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { faqTexts } from '#lib/seo/texts.ts'

const QUESTIONS = ['what', 'paid', 'infringement', 'discuss', 'support'] as const
/** Answered within the first answer. */
const WITHIN = ['app', 'device', 'install'] as const
const STEPS = ['installed', 'running', 'version', 'other'] as const

export const dynamic = 'force-dynamic'

export async function generateMetadata({ params }: PageProps<'/[locale]/home/faq'>) {
  const { locale } = await params
  const t = await getTranslations()
  return pageMetadata(t, { locale, path: paths.faq, ...faqTexts(t) })
}

export default async function FaqPage({ params }: PageProps<'/[locale]/home/faq'>) {
  const locale = toLocale((await params).locale)
  const [t, detail] = await Promise.all([getTranslations('faq'), getTranslations('detail')])
  const { SITE_NAME, APP_NAME, SUPPORT_EMAIL, CHAT_URL } = env()
  const names = { site: SITE_NAME, app: APP_NAME }
  const asText = { ...names, email: () => SUPPORT_EMAIL, chat: plain, get: () => '' }
  const answers = QUESTIONS.map((question) => {
    const parts = question === 'what' ? ([question, ...WITHIN] as const) : ([question] as const)
    return {
      question: t(`${question}.question`, names),
      answer: parts.map((part) => t.markup(`${part}.answer`, asText).trim()).join(' '),
    }
  })
  const trail = [
    { name: detail('home'), path: paths.home },
    { name: t('title'), path: paths.faq },
  ]
  const values = valuesOf()
  return (
    <div className="mx-auto max-w-3xl py-10">
      <JsonLd schema={graph(faqPage(locale, answers), breadcrumbs(locale, trail))} />
      <h1 className="font-display text-2xl font-bold">{t('title')}</h1>
      <p className="mt-3 text-content-muted">{t('lead', names)}</p>
      <div className="mt-10 divide-y divide-line border-y border-line">
        {QUESTIONS.map((question) => (
          <section
            key={question}
            className="grid gap-2 py-7 wrap-anywhere sm:grid-cols-[1fr_1.6fr] sm:gap-8"
          >
            <h2 className="font-display text-lg font-semibold text-balance">
              {t(`${question}.question`, names)}
            </h2>
            <div className="text-content-muted">
              <p>{t.rich(`${question}.answer`, values)}</p>
              {question === 'what' && <Device />}
            </div>
          </section>
        ))}
      </div>
      <InstallHelp />
      <aside
        aria-labelledby="prompt"
        className="mt-10 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface-1 p-6 shadow-card"
      >
        <p id="prompt" className="font-display text-lg font-semibold">
          {t('prompt')}
        </p>
        <a href={CHAT_URL} rel="noopener" className={buttonClass({ variant: 'primary' })}>
          <Icon name="chat" /> {t('chat')}
        </a>
      </aside>
    </div>
  )
}

const plain = (chunks: string) => chunks

/** What the answers name and link to; nothing in place of a link whose address the operator has not set. */
function valuesOf() {
  const { SITE_NAME, APP_NAME, APP_URL, SUPPORT_EMAIL, CHAT_URL } = env()
  const linkTo = (href: string | undefined) => (chunks: ReactNode) =>
    href !== undefined && (
      <a href={href} rel="noopener" className="text-content underline underline-offset-4">
        {chunks}
      </a>
    )
  return {
    site: SITE_NAME,
    app: APP_NAME,
    email: () => linkTo(`mailto:${SUPPORT_EMAIL}`)(SUPPORT_EMAIL),
    chat: linkTo(CHAT_URL),
    get: linkTo(APP_URL),
  }
}

/** What the device and its application are. */
async function Device() {
  const t = await getTranslations('faq')
  const values = valuesOf()
  return (
    <>
      <DeviceScene label={t('picture')} className="mt-6 w-full max-w-md" />
      <dl className="mt-6 space-y-4">
        {WITHIN.map((part) => (
          <div key={part}>
            <dt className="font-semibold text-content">
              {t(`${part}.question`, { app: values.app })}
            </dt>
            <dd>{t.rich(`${part}.answer`, values)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Steps for when the application does not open. */
async function InstallHelp() {
  const t = await getTranslations('faq.steps')
  const values = valuesOf()
  return (
    <section
      aria-labelledby={INSTALL_HELP}
      className="mt-10 rounded-card border border-line bg-surface-1 p-6 shadow-card"
    >
      <h2 id={INSTALL_HELP} className="font-display text-lg font-semibold">
        {t('title', { app: values.app })}
      </h2>
      <ol className="mt-4 grid gap-5 sm:grid-cols-2">
        {STEPS.map((step, at) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-8 shrink-0 place-items-center rounded-key bg-surface-2 text-sm font-semibold tabular-nums"
            >
              {at + 1}
            </span>
            <div className="min-w-0">
              <h3 className="font-semibold">{t(`${step}.question`)}</h3>
              <p className="text-sm text-content-muted">{t.rich(`${step}.answer`, values)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
