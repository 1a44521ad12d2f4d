import { callbackPage, callbackTitle } from '#app/[locale]/(auth)/callback-page.tsx'

export const generateMetadata = () => callbackTitle('google')

export default callbackPage('google')
