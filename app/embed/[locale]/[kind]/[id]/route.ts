import { hasLocale } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import { LANGUAGES } from '#components/layout/languages.ts'
import { ApiError } from '#lib/api/error.ts'
import { readProject } from '#lib/catalogue/server.ts'
import { KIND_TABLE, kindSchema } from '#lib/contract/kind.ts'
import { sourceFor } from '#lib/contract/picture.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { absoluteUrl } from '#lib/seo/alternates.ts'
import { embedPage } from '#lib/share/embed.ts'

export const dynamic = 'force-static'
export const revalidate = 300
/** The picture is a third of the frame, whose width nobody knows: in pixels, enough for most. */
const PICTURE_WIDTH = 600

/** None at build time: a build needs no backend. */
export function generateStaticParams() {
  return []
}

type Context = { params: Promise<{ locale: string; kind: string; id: string }> }

/** The card that other sites show in a frame: the one page that may be framed. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { locale, id, ...rest } = await params
  const kind = kindSchema.safeParse(rest.kind)
  if (!kind.success || !hasLocale(routing.locales, locale)) return nothing(404)
  try {
    const project = await readProject(kind.data, id)
    if (!project) return nothing(404)
    const [t, cards, kinds, format] = await Promise.all([
      getTranslations({ locale, namespace: 'detail' }),
      getTranslations({ locale, namespace: 'card' }),
      getTranslations({ locale, namespace: 'kind' }),
      getFormatter({ locale }),
    ])
    const { SITE_NAME, SITE_URL } = env()
    const page = embedPage({
      lang: LANGUAGES[locale].lang,
      site: { name: SITE_NAME, url: SITE_URL },
      kind: { kind: kind.data, word: kinds(`${kind.data}.one`) },
      href: absoluteUrl(localePath(locale, `/home/${KIND_TABLE[kind.data].path}/detail/${id}`)),
      title: project.title,
      titleLang: project.language ?? undefined,
      author: t.markup(project.owner_verified === false ? 'publishedBy' : 'by', {
        author: () => project.author.name,
      }),
      downloads: `${cards('downloads')} ${format.number(project.downloads)}`,
      picture: sourceFor(project.cover, PICTURE_WIDTH),
    })
    return new Response(page.html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': page.policy,
        'x-robots-tag': 'noindex',
      },
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return nothing(error.failure.code)
  }
}

const nothing = (status: number) =>
  new Response('', { status, headers: { 'cache-control': 'no-store' } })
