import { refuse } from '#lib/api/refuse.ts'
import { endOfFlow } from '#lib/auth/provider.ts'
import { providerSchema } from '#lib/contract/provider.ts'

/** Where the callback screens hand over what a provider sent back with somebody. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/api/session/[provider]/return'>,
): Promise<Response> {
  const provider = providerSchema.safeParse((await params).provider)
  return provider.success ? endOfFlow(request, provider.data) : refuse(404)
}
