import { makeFresh } from '#lib/catalogue/fresh.ts'
import { proxy } from '#lib/session/proxy.ts'

const handle = (request: Request) => proxy(request, { onChanged: makeFresh })

export { handle as DELETE, handle as GET, handle as HEAD, handle as POST, handle as PUT }
