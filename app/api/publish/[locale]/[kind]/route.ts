import { z } from 'zod'
import { refuse } from '#lib/api/refuse.ts'
import { revalidateProject } from '#lib/catalogue/revalidate.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { plainForm } from '#lib/publish-form/handle.ts'

const paramsSchema = z.object({ locale: z.enum(LOCALES), kind: kindSchema })

/** The form that publishes and edits projects without scripts. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/publish/[locale]/[kind]'>,
): Promise<Response> {
  const target = paramsSchema.safeParse(await params).data
  if (!target) return refuse(404)
  const id = new URL(request.url).searchParams.get('id')
  return plainForm(request, { ...target, id }, { onChanged: revalidateProject })
}
