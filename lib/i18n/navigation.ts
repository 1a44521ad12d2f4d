import { createNavigation } from 'next-intl/navigation'
import { routing } from './routing.ts'

export const { Link, getPathname, usePathname, useRouter } = createNavigation(routing)
