import { adminForm } from '#lib/admin/post.ts'
import { refuse } from '#lib/api/refuse.ts'
import { revalidateProject } from '#lib/catalogue/revalidate.ts'
import { ADMIN_FORMS } from '#lib/paths.ts'

/** Forms of administrators and moderators, posted without scripts. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/admin/[form]'>,
): Promise<Response> {
  const { form: name } = await params
  const form = ADMIN_FORMS.find((known) => known === name)
  return form ? adminForm(request, form, revalidateProject) : refuse(404)
}
