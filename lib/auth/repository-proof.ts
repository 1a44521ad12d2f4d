import 'server-only'
import type { z } from 'zod'
import { callEnvelope } from '#lib/api/call.ts'
import { ApiError } from '#lib/api/error.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { CODE_OK, type Envelope } from '#lib/contract/envelope.ts'
import { type githubProofRequestSchema, githubProofSchema } from '#lib/contract/publish.ts'
import { attemptOf, withFreshToken } from '#lib/session/fresh-token.ts'
import { redirectTo } from '#lib/session/respond.ts'
import { type Cookie, readSession, sessionCookies } from '#lib/session/session.ts'

type Input = z.infer<typeof githubProofRequestSchema>
type Proof = 'proved' | 'unproved' | 'failed'

/**
 * Passes GitHub's code to the backend in the name of the signed-in account, and redirects to the
 * form with the outcome in `proof`.
 */
export async function provenAt(
  request: Request,
  { code, ...input }: Omit<Input, 'code'> & { code: string | null },
  back: string,
  ending: Cookie,
): Promise<Response> {
  const { proof, cookies } =
    code === null ? failed() : await prove(request, { ...input, code }).catch(failedUnlessBug)
  const [path = '', query] = back.split(/[?#]/)
  const parameters = new URLSearchParams(query)
  parameters.set('proof', proof)
  return redirectTo(`${path}?${parameters}`, [ending, ...cookies])
}

async function prove(request: Request, input: Input): Promise<{ proof: Proof; cookies: Cookie[] }> {
  const session = await readSession(request.headers.get('cookie'))
  if (session === null || session === 'unreadable') return failed()
  const headers = visitorHeaders(request.headers)
  // The backend checks the token before it redeems the code, so a refused attempt does not consume
  // the code.
  const result = await withFreshToken(session.token, async (token) =>
    attemptOf(await callEnvelope('githubProof', { body: input }, { token, headers })),
  )
  if (result.kind !== 'done') return failed()
  const { token, value } = result
  const isRenewed = token !== session.token
  const cookies = isRenewed ? await sessionCookies({ token, user: session.user }) : []
  return { proof: proofIn(value), cookies }
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
