import { callbackPage, callbackTitle } from '#app/[locale]/(auth)/callback-page.tsx'

export const generateMetadata = () => callbackTitle('github')

export default callbackPage('github')
