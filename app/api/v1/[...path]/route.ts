import { revalidateProject } from '#lib/catalogue/revalidate.ts'
import { proxy } from '#lib/session/proxy.ts'

const handle = (request: Request) => proxy(request, { onChanged: revalidateProject })

export { handle as DELETE, handle as GET, handle as HEAD, handle as POST, handle as PUT }
