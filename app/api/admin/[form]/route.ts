import { postForm } from '#lib/form/post.ts'

/** The address of these forms in pages up to 0.2.0. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/api/admin/[form]'>,
): Promise<Response> {
  return postForm(request, `admin-${(await params).form}`)
}
