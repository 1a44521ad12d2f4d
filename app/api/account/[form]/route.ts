import { refuse } from '#lib/api/refuse.ts'
import { accountForm } from '#lib/auth/account-form.ts'
import { ACCOUNT_FORMS } from '#lib/auth/account-outcome.ts'
import { makeFresh } from '#lib/catalogue/fresh.ts'

/** The plain forms of the account page. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/account/[form]'>,
): Promise<Response> {
  const { form: name } = await params
  const form = ACCOUNT_FORMS.find((one) => one === name)
  if (!form) return refuse(404)
  const onDeleted = () =>
    makeFresh({ name: 'deleteAccount', url: new URL(request.url), data: null })
  return accountForm(request, form, { onDeleted })
}
