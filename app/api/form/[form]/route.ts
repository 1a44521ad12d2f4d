import { postForm } from '#lib/form/post.ts'

/** Forms of the table, posted with and without scripts. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/form/[form]'>,
): Promise<Response> {
  return postForm(request, (await params).form)
}
