import { hasLocale } from 'next-intl'
import { type NextRequest, NextResponse } from 'next/server'
import { KIND_TABLE, kindOfPath, kindSchema } from '#lib/contract/kind.ts'
import { callbackPath, PROVIDERS, providerSchema } from '#lib/contract/provider.ts'
import { localePath } from './path.ts'
import { routing } from './routing.ts'

/** The file-style addresses of section 2 and the screens that they stand for. */
const SCREENS: Record<string, string> = {
  '/faq/faq': '/home/faq',
  '/home/home': '/home/index',
  '/login/login': '/login',
  '/login/register': '/register',
  '/login/resetPassword': '/resetpwd',
  '/search/search': '/home/search',
  '/user/user': '/home/user',
  '/user/project/myProject': '/home/user',
  '/user/project/addProject/uploadFlexpage': '/home/user/uploadflexpage',
  '/user/project/addProject/uploadIcon': '/home/user/uploadicon',
  '/user/project/addProject/uploadPlugin': '/home/user/uploadplugin',
  '/user/project/addProject/uploadProfile': '/home/user/uploadprofile',
  '/user/project/editProject/editFlexpage': '/home/user/editflexpage',
  '/user/project/editProject/editIcon': '/home/user/editicon',
  '/user/project/editProject/editPlugin': '/home/user/editplugin',
  '/user/project/editProject/editProfile': '/home/user/editprofile',
}

/**
 * Leads an old address to its screen for good (308), in its language and with its query; `null` for
 * any other address. `/alertPages/not_found` needs no way: it is a 404 like every unknown address.
 */
export function oldRoute(request: NextRequest): NextResponse | null {
  const target = request.nextUrl.clone()
  const [, first] = target.pathname.split('/')
  const isPrefixed = hasLocale(routing.locales, first)
  const locale = isPrefixed ? first : routing.defaultLocale
  const path = isPrefixed ? target.pathname.slice(first.length + 1) : target.pathname
  const isReturn = path === RETURN
  const query = target.searchParams
  const screen = isReturn ? returnScreen(request, query) : screenOf(path, query)
  if (screen === null) return null
  target.pathname = localePath(locale, screen)
  // Where one returns to is another provider the next time.
  return NextResponse.redirect(target, isReturn ? 307 : 308)
}

/** The old address of the return screen of all providers. */
const RETURN = '/login/thirdPartyPlatformLogin'

/**
 * The return screen of the provider that the query names, else of the one that this browser is on its
 * way back from; without either it says that there is nothing to return from.
 */
function returnScreen({ cookies }: NextRequest, query: URLSearchParams): string {
  const named = providerSchema.safeParse(query.get('provider'))
  const begun = PROVIDERS.find((one) =>
    cookies.getAll().some(({ name }) => name.endsWith(`oauth_${one}`)),
  )
  query.delete('provider')
  return callbackPath(named.data ?? begun ?? PROVIDERS[0])
}

/** The screen; what it takes from the query is taken out of it. */
function screenOf(path: string, query: URLSearchParams): string | null {
  if (path === '/project/projectList') {
    const kind = takeKind(query)
    return `/home/${KIND_TABLE[kind ?? 'icon'].path}`
  }
  if (path === '/project/detail') {
    const id = query.get('id')
    const kind = takeKind(query)
    if (!id || !kind) return '/home/index'
    query.delete('id')
    return `/home/${KIND_TABLE[kind].path}/detail/${encodeURIComponent(id)}`
  }
  return SCREENS[path] ?? null
}

/** `kind` by its name or by its segment: `icon` and `iconpack` alike. */
function takeKind(query: URLSearchParams) {
  const given = query.get('kind') ?? ''
  const kind = kindSchema.safeParse(given).data ?? kindOfPath(given)
  if (kind) query.delete('kind')
  return kind
}
