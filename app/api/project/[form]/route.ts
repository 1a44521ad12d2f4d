import { refuse } from '#lib/api/refuse.ts'
import { projectForm } from '#lib/auth/project-form.ts'
import { revalidateProject } from '#lib/catalogue/revalidate.ts'
import { PROJECT_FORMS } from '#lib/paths.ts'

/** Forms that delete a project or change a version, posted without scripts. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/project/[form]'>,
): Promise<Response> {
  const { form: name } = await params
  const form = PROJECT_FORMS.find((known) => known === name)
  return form ? projectForm(request, form, revalidateProject) : refuse(404)
}
