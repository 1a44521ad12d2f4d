import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { langOf } from '#lib/contract/language.ts'
import { LANGUAGES } from '#lib/contract/locale.ts'
import { emptyResponse, failureResponse } from '#lib/api/failure-response.ts'
import { readProject } from '#lib/catalogue/server.ts'
import { isolated, shownName } from '#lib/contract/name/name.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { sourceFor } from '#lib/contract/file/picture.ts'
import { env } from '#lib/env.ts'
import { localePath } from '#lib/i18n/path.ts'
import { routing } from '#lib/i18n/routing.ts'
import { paths } from '#lib/paths.ts'
import { absoluteUrl } from '#lib/seo/alternates.ts'
import { etagOf } from '#lib/seo/document.ts'
import { embedPage } from '#lib/share/embed.ts'

export const dynamic = 'force-dynamic'
/** Pixels: the picture takes a third of the frame, whose width is unknown. */
const PICTURE_WIDTH = 600

type Context = { params: Promise<{ locale: string; kind: string; id: string }> }

/** Card for frames on other sites. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { locale, id, ...rest } = await params
  const kind = kindSchema.safeParse(rest.kind)
  if (!kind.success || !hasLocale(routing.locales, locale)) return emptyResponse(404)
  try {
    const project = await readProject(kind.data, id)
    if (!project) return emptyResponse(404)
    const [t, cards, kinds] = await Promise.all([
      getTranslations({ locale, namespace: 'detail' }),
      getTranslations({ locale, namespace: 'card' }),
      getTranslations({ locale, namespace: 'meta.kind' }),
    ])
    const { APP_NAME, SITE_NAME, SITE_URL } = env()
    const page = embedPage({
      lang: LANGUAGES[locale].lang,
      direction: LANGUAGES[locale].direction,
      site: { name: SITE_NAME, url: SITE_URL },
      kind: { kind: kind.data, word: kinds(`${kind.data}.one`, { app: APP_NAME }) },
      href: absoluteUrl(localePath(locale, paths.detail(project))),
      title: project.title,
      titleLang: langOf(project),
      author: t.markup(project.owner_verified === false ? 'publishedBy' : 'by', {
        author: () => isolated(shownName(project.author)),
      }),
      downloads: cards('downloads', { count: project.downloads }),
      picture: sourceFor(project.cover, PICTURE_WIDTH),
    })
    return new Response(page.html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': page.policy,
        'x-robots-tag': 'noindex',
        etag: etagOf(page.html),
      },
    })
  } catch (error) {
    return failureResponse(error)
  }
}
