import { callbackPage, callbackMetadata } from '#app/[locale]/(auth)/callback-page.tsx'

export const generateMetadata = () => callbackMetadata('google')

export default callbackPage('google')
