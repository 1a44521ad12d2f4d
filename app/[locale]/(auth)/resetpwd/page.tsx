import { authPage, type AuthPageProps, authMetadata } from '#app/[locale]/(auth)/auth-page.tsx'

export const generateMetadata = () => authMetadata('reset')

export default async function ResetPasswordPage({ searchParams }: AuthPageProps) {
  return authPage('reset', await searchParams)
}
