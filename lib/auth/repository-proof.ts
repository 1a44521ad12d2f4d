import 'server-only'
import type { z } from 'zod'
import { proveRepository } from '#lib/api/accounts.ts'
import { ApiError } from '#lib/api/error.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { CODE_OK, type Envelope } from '#lib/contract/envelope.ts'
import { type githubProofRequestSchema, githubProofSchema } from '#lib/contract/publish.ts'
import { refreshOnce } from '#lib/session/refresh.ts'
import { leadTo } from '#lib/session/respond.ts'
import {
  type Cookie,
  openSession,
  readCookie,
  sessionCookieName,
  sessionCookies,
} from '#lib/session/session.ts'

type Wish = z.infer<typeof githubProofRequestSchema>
type Proof = 'proved' | 'unproved' | 'failed'

/**
 * Hands what GitHub sent back to the backend, in the name of whoever is signed in here, and leads back
 * to the form, which says by `proof` how it went.
 */
export async function provenAt(
  request: Request,
  { code, ...wish }: Omit<Wish, 'code'> & { code: string | null },
  back: string,
  ending: Cookie,
): Promise<Response> {
  const { proof, cookies } =
    code === null ? failed() : await prove(request, { ...wish, code }).catch(failedUnlessBug)
  const [path = '', query] = back.split(/[?#]/)
  const parameters = new URLSearchParams(query)
  parameters.set('proof', proof)
  return leadTo(`${path}?${parameters}`, [ending, ...cookies])
}

async function prove(request: Request, wish: Wish): Promise<{ proof: Proof; cookies: Cookie[] }> {
  const session = await openSession(readCookie(request.headers.get('cookie'), sessionCookieName()))
  if (session === null || session === 'unreadable') return failed()
  const visitor = visitorHeaders(request.headers)
  const first = await proveRepository(session.token, wish, visitor)
  // The backend looks at the token before it redeems the code: it is good for a second time.
  if (first.code !== 401) return { proof: proofIn(first), cookies: [] }
  const refreshed = await refreshOnce(session.token)
  if (refreshed.kind !== 'renewed') return failed()
  const { token } = refreshed
  const cookies = await sessionCookies({ token, user: session.user })
  return { proof: proofIn(await proveRepository(token, wish, visitor)), cookies }
}

function proofIn({ code, data }: Envelope): Proof {
  if (code !== CODE_OK) return 'failed'
  return githubProofSchema.safeParse(data).data?.is_proved ? 'proved' : 'unproved'
}

const failed = (): { proof: Proof; cookies: Cookie[] } => ({ proof: 'failed', cookies: [] })

function failedUnlessBug(error: unknown) {
  if (error instanceof ApiError) return failed()
  throw error
}
