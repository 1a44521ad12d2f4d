import { authPage, type AuthPageProps, titleOf } from '#app/[locale]/(auth)/auth-page.tsx'

export const generateMetadata = () => titleOf('reset')

export default async function ResetPasswordPage({ searchParams }: AuthPageProps) {
  return authPage('reset', await searchParams)
}
