import { cookies } from 'next/headers'
import { authPage, type AuthPageProps, titleOf } from '#app/[locale]/(auth)/auth-page.tsx'
import { begunCookieName, readBegun } from '#lib/auth/begun.ts'

export const generateMetadata = () => titleOf('register')

export default async function RegisterPage({ searchParams }: AuthPageProps) {
  const begun = await readBegun((await cookies()).get(begunCookieName())?.value)
  return authPage('register', await searchParams, begun)
}
