import { renew } from '#lib/sign-in/renew.ts'

export { renew as GET }
