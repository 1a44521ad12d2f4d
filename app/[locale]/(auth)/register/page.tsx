import { cookies } from 'next/headers'
import { authPage, type AuthPageProps, authMetadata } from '#app/[locale]/(auth)/auth-page.tsx'
import {
  pendingRegistrationCookieName,
  readPendingRegistration,
} from '#lib/sign-in/pending-registration.ts'

export const generateMetadata = () => authMetadata('register')

export default async function RegisterPage({ searchParams }: AuthPageProps) {
  const pending = await readPendingRegistration(
    (await cookies()).get(pendingRegistrationCookieName())?.value,
  )
  return authPage('register', await searchParams, pending)
}
