import { refuse } from '#lib/api/refuse.ts'
import { startFlow } from '#lib/sign-in/provider.ts'
import { providerSchema } from '#lib/contract/provider.ts'

/** Redirects to a sign-in provider. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/session/[provider]'>,
): Promise<Response> {
  const provider = providerSchema.safeParse((await params).provider)
  if (!provider.success) return refuse(404)
  return (await startFlow(request, provider.data)) ?? refuse(404)
}
