import { renew } from '#lib/auth/renew.ts'

export { renew as GET }
