import { forward } from '#lib/api/forward.ts'

export { forward as DELETE, forward as GET, forward as HEAD, forward as POST, forward as PUT }
