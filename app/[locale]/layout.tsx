import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { routing } from '#lib/i18n/routing.ts'
export function generateStaticParams() { return routing.locales.map((locale) => ({ locale })) }
export default async function Layout({ children, params }: LayoutProps<'/[locale]'>) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  return <html lang={locale}><body>{children}</body></html>
}
