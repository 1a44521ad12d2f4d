import { authPage, type AuthPageProps, authMetadata } from '#app/[locale]/(auth)/auth-page.tsx'

export const generateMetadata = () => authMetadata('password')

export default async function LoginPage({ searchParams }: AuthPageProps) {
  const query = await searchParams
  return authPage(query['by'] === 'code' ? 'code' : 'password', query)
}
