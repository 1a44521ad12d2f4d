import 'server-only'
import type { z } from 'zod'
import { callEnvelope } from '#lib/api/call.ts'
import { CODE_OK, type Envelope } from '#lib/contract/envelope.ts'
import { type githubProofRequestSchema, githubProofSchema } from '#lib/contract/publish.ts'
import { localeOfPath } from '#lib/i18n/path.ts'
import { callWithSession } from '#lib/session/call-with-session.ts'
import { redirectTo } from '#lib/session/respond.ts'
import type { Cookie } from '#lib/session/session.ts'

type Input = z.infer<typeof githubProofRequestSchema>

/**
 * Passes GitHub's code to the backend in the name of the signed-in account, and redirects to the
 * form with the outcome in `proof`. The backend checks the token before it redeems the code, so a refused attempt does not
 * consume the code.
 */
export async function provenAt(
  request: Request,
  { code, ...input }: Omit<Input, 'code'> & { code: string | null },
  back: string,
  ending: Cookie,
): Promise<Response> {
  const called =
    code === null
      ? null
      : await callWithSession(request, localeOfPath(back), (options) =>
          callEnvelope('githubProof', { body: { ...input, code } }, options),
        )
  const answered = called?.kind === 'answered' ? called : null
  const [path = '', query] = back.split(/[?#]/)
  const parameters = new URLSearchParams(query)
  parameters.set('proof', answered ? proofIn(answered.answer) : 'failed')
  return redirectTo(`${path}?${parameters}`, [ending, ...(answered?.cookies ?? [])])
}

function proofIn({ code, data }: Envelope): 'proved' | 'unproved' | 'failed' {
  if (code !== CODE_OK) return 'failed'
  return githubProofSchema.safeParse(data).data?.is_proved ? 'proved' : 'unproved'
}
