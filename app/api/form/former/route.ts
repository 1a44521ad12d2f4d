import { postFormer } from '#lib/form/former.ts'

/** Forms of pages of 0.2.0 that posted to their own address: the server passes them on to here. */
export async function POST(request: Request): Promise<Response> {
  return postFormer(request)
}
