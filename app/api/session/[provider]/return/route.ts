import { refuse } from '#lib/api/refuse.ts'
import { finishFlow } from '#lib/sign-in/provider.ts'
import { providerSchema } from '#lib/contract/provider.ts'

/** Receives what a provider appended to its redirect, from the callback pages. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/api/session/[provider]/return'>,
): Promise<Response> {
  const provider = providerSchema.safeParse((await params).provider)
  return provider.success ? finishFlow(request, provider.data) : refuse(404)
}
