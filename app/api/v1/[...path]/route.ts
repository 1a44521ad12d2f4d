import { revalidateProject } from '#lib/catalogue/revalidate.ts'
import { proxy } from '#lib/session/proxy.ts'

const handle = (request: Request) => proxy(request, { onChanged: revalidateProject })

// The server in front answers OPTIONS (server/other-sites.ts).
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
