import { callRequest } from '#lib/contract/call-request.ts'
import { shownSettingsSchema } from '#lib/contract/admin/settings.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { envelopeOf } from '#lib/contract/envelope.ts'
import { setShownSettings } from '#lib/env.ts'
import { readBounded } from '#lib/limits/read-bounded.ts'

const TIMEOUT_MS = 2_000
/** Texts of every language, in bytes. */
const RESPONSE_MAX_BYTES = 4 * 1024 * 1024

type Options = { backendUrl: string; secret: string; signal: AbortSignal }

/**
 * Reads the settings that pages show, and uses them in this process from now on.
 * @param onChange called where they are other ones than before.
 * @returns their revision, and whether they are other ones.
 * @throws Error if the backend does not answer, or does not have the call.
 */
export async function takeSettings(
  { backendUrl, secret, signal }: Options,
  onChange: () => void,
): Promise<{ revision: number; isChanged: boolean }> {
  const response = await fetch(`${backendUrl}${callRequest(CALLS.siteSettings, {}).path}`, {
    headers: { accept: 'application/json', 'x-internal-secret': secret },
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const body: unknown = JSON.parse(await readBounded(response, RESPONSE_MAX_BYTES))
  const { revision, values } = envelopeOf(shownSettingsSchema).parse(body).data
  const isChanged = setShownSettings(values)
  if (isChanged) onChange()
  return { revision, isChanged }
}
