import { type NextRequest, NextResponse } from 'next/server'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { kindOfPath } from '#lib/contract/kind.ts'
import { callbackPath, PROVIDERS, providerSchema } from '#lib/contract/provider.ts'
import { type Path, paths } from '#lib/paths.ts'
import { localePath } from './path.ts'

/** The site's old file-style addresses and their screens (docs/behaviour.md#old-routes). */
const SCREENS: Record<string, Path> = {
  '/faq/faq': paths.faq,
  '/home/home': paths.home,
  '/login/login': paths.login(),
  '/login/register': paths.register(),
  '/login/resetPassword': paths.resetPassword(),
  '/search/search': paths.search(),
  '/user/user': paths.user,
  '/user/project/myProject': paths.user,
  '/user/project/addProject/uploadFlexpage': paths.upload('flexpage'),
  '/user/project/addProject/uploadIcon': paths.upload('icon'),
  '/user/project/addProject/uploadPlugin': paths.upload('plugin'),
  '/user/project/addProject/uploadProfile': paths.upload('profile'),
  '/user/project/editProject/editFlexpage': paths.edit('flexpage'),
  '/user/project/editProject/editIcon': paths.edit('icon'),
  '/user/project/editProject/editPlugin': paths.edit('plugin'),
  '/user/project/editProject/editProfile': paths.edit('profile'),
}

const OLD_LIST = '/project/projectList'
/** Of a project whose kind is in the query, or is looked up. */
const OLD_DETAIL = '/project/detail'
/** Old callback address of all providers. */
const OLD_CALLBACK = '/login/thirdPartyPlatformLogin'

/** Every old path. `/alertPages/not_found` is none: it is a 404 like every unknown address. */
export const OLD_PATHS = [...Object.keys(SCREENS), OLD_LIST, OLD_DETAIL, OLD_CALLBACK]

/**
 * Redirects the old callback address with 307, since the provider differs from one return to the next; `null` for
 * any other path. Paths are without a language.
 */
export function oldCallback(
  request: NextRequest,
  locale: string,
  path: string,
): NextResponse | null {
  if (path !== OLD_CALLBACK) return null
  const target = request.nextUrl.clone()
  target.pathname = localePath(locale, callbackScreen(request, target.searchParams))
  return NextResponse.redirect(target, 307)
}

/**
 * Callback page of the provider in the query, else of the one whose flow this browser has started.
 * Without either, any callback page reports that there is no flow.
 */
function callbackScreen({ cookies }: NextRequest, query: URLSearchParams): Path {
  const requested = providerSchema.safeParse(query.get('provider'))
  const started = PROVIDERS.find((provider) =>
    cookies.getAll().some(({ name }) => name.endsWith(`oauth_${provider}`)),
  )
  query.delete('provider')
  return callbackPath(requested.data ?? started ?? PROVIDERS[0])
}

/** The path that replaced an old one for good, or `null`; removes the parameters that became part of it. */
export function newPath(path: string, query: URLSearchParams): Path | null {
  if (path === OLD_LIST) {
    const kind = takeKind(query)
    return paths.list(kind ?? 'icon')
  }
  if (path === OLD_DETAIL) {
    const id = query.get('id')
    const kind = takeKind(query)
    if (!id) return paths.home
    // A page looks the kind up (app/[locale]/project/detail).
    if (!kind) return null
    query.delete('id')
    return paths.detail({ kind, id })
  }
  return SCREENS[path] ?? null
}

/** Parameters that name the kind, the first one first. */
export const KIND_PARAMETERS = ['kind', 'type'] as const

/** The query's kind, by name or path segment (`icon`, `iconpack`); removed from the query. */
function takeKind(query: URLSearchParams) {
  for (const name of KIND_PARAMETERS) {
    const text = query.get(name) ?? ''
    const kind = kindSchema.safeParse(text).data ?? kindOfPath(text)
    if (!kind) continue
    for (const taken of KIND_PARAMETERS) query.delete(taken)
    return kind
  }
  return undefined
}
