import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button.tsx'
import { JsonLd } from '#components/ui/json-ld.tsx'
import { Icon } from '#components/ui/icons.tsx'
import { env } from '#lib/env.ts'
import { toLocale } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { breadcrumbs, faqPage, graph } from '#lib/seo/json-ld.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { faqTexts } from '#lib/seo/texts.ts'

const QUESTIONS = ['what', 'paid', 'infringement', 'discuss', 'support'] as const

/** No pages at build time: the operator's names and addresses are known at run time. */
export function generateStaticParams() {
  return []
}

export async function generateMetadata({ params }: PageProps<'/[locale]/home/faq'>) {
  const { locale } = await params
  return pageMetadata({ locale, path: pages.faq, ...faqTexts(await getTranslations()) })
}

export default async function FaqPage({ params }: PageProps<'/[locale]/home/faq'>) {
  const locale = toLocale((await params).locale)
  const [t, detail] = await Promise.all([getTranslations('faq'), getTranslations('detail')])
  const { SITE_NAME, APP_NAME, SUPPORT_EMAIL, CHAT_URL } = env()
  const answers = QUESTIONS.map((question) => ({
    question: t(`${question}.question`, { site: SITE_NAME }),
    answer: t.markup(`${question}.answer`, {
      site: SITE_NAME,
      app: APP_NAME,
      email: () => SUPPORT_EMAIL,
      chat: (chunks) => chunks,
    }),
  }))
  const trail = [
    { name: detail('home'), path: pages.home },
    { name: t('title'), path: pages.faq },
  ]
  const link = 'text-content underline underline-offset-4'
  return (
    <div className="mx-auto max-w-3xl py-10">
      <JsonLd schema={graph(faqPage(locale, answers), breadcrumbs(locale, trail))} />
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
                chat: (chunks) => (
                  <a href={CHAT_URL} rel="noopener" className={link}>
                    {chunks}
                  </a>
                ),
              })}
            </p>
          </section>
        ))}
      </div>
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
