import { authPage, type AuthPageProps, titleOf } from '#app/[locale]/(auth)/auth-page.tsx'

export const generateMetadata = () => titleOf('register')

export default async function RegisterPage({ searchParams }: AuthPageProps) {
  return authPage('register', await searchParams)
}
