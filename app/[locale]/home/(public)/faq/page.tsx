import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { env } from '#lib/env.ts'
import { faqPage } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

const QUESTIONS = ['what', 'paid', 'infringement', 'discuss', 'support'] as const

/** None at build time: what the operator is called and where the site is are known when it runs. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: PageProps<'/[locale]/home/faq'>) {
  const { locale } = await params
  const t = await getTranslations('faq')
  return pageMetadata({
    locale,
    path: '/home/faq',
    title: t('title'),
    description: t('lead', { site: env().SITE_NAME }),
  })
}

export default async function FaqPage() {
  const t = await getTranslations('faq')
  const { SITE_NAME, APP_NAME, SUPPORT_EMAIL, CHAT_URL } = env()
  const answers = QUESTIONS.map((question) => ({
    question: t(`${question}.question`, { site: SITE_NAME }),
    answer: t.markup(`${question}.answer`, {
      site: SITE_NAME,
      app: APP_NAME,
      email: () => SUPPORT_EMAIL,
      chat: (words) => words,
    }),
  }))
  const link = 'text-content underline underline-offset-4'
  return (
    <div className="mx-auto max-w-3xl py-10">
      <JsonLd schema={faqPage(answers)} />
      <h1 className="font-display text-2xl font-bold">{t('title')}</h1>
      <p className="mt-3 text-content-muted">{t('lead', { site: SITE_NAME })}</p>
      <div className="mt-10 divide-y divide-line border-y border-line">
        {QUESTIONS.map((question) => (
          <section key={question} className="grid gap-2 py-7 sm:grid-cols-[1fr_1.6fr] sm:gap-8">
            <h2 className="font-display text-lg font-semibold text-balance">
              {t(`${question}.question`, { site: SITE_NAME })}
            </h2>
            <p className="text-content-muted">
              {t.rich(`${question}.answer`, {
                site: SITE_NAME,
                app: APP_NAME,
                email: () => (
                  <a href={`mailto:${SUPPORT_EMAIL}`} className={link}>
                    {SUPPORT_EMAIL}
                  </a>
                ),
                chat: (words) => (
                  <a href={CHAT_URL} rel="noopener" className={link}>
                    {words}
                  </a>
                ),
              })}
            </p>
          </section>
        ))}
      </div>
      <aside className="mt-10 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface-1 p-6 shadow-card">
        <p className="font-display text-lg font-semibold">{t('prompt')}</p>
        <a href={CHAT_URL} rel="noopener" className={buttonClass({ variant: 'primary' })}>
          <Icon name="chat" /> {t('chat')}
        </a>
      </aside>
    </div>
  )
}
