import { refuse } from '#lib/api/refuse.ts'
import { accountForm } from '#lib/auth/account-form.ts'
import { revalidateProject } from '#lib/catalogue/revalidate.ts'
import { ACCOUNT_FORMS } from '#lib/paths.ts'

/** Forms of the account page, posted without scripts. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/account/[form]'>,
): Promise<Response> {
  const { form: name } = await params
  const form = ACCOUNT_FORMS.find((known) => known === name)
  if (!form) return refuse(404)
  const onDeleted = () => revalidateProject({ name: 'deleteAccount' })
  const onAuthorChanged = (data: unknown) => revalidateProject({ name: 'changeAuthor', data })
  return accountForm(request, form, { onDeleted, onAuthorChanged })
}
