import { callbackPage, callbackMetadata } from '#app/[locale]/(auth)/callback-page.tsx'

export const generateMetadata = () => callbackMetadata('github')

export default callbackPage('github')
