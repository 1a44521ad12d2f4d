import { refuse } from '#lib/api/refuse.ts'
import { startFlow } from '#lib/auth/provider.ts'
import { providerSchema } from '#lib/contract/provider.ts'

/** Leads to a provider of sign-in. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/session/[provider]'>,
): Promise<Response> {
  const provider = providerSchema.safeParse((await params).provider)
  if (!provider.success) return refuse(404)
  return (await startFlow(request, provider.data)) ?? refuse(404)
}
