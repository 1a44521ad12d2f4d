import { callbackPage, callbackTitle } from '#app/[locale]/(auth)/callback-page.tsx'

export const generateMetadata = () => callbackTitle('discord')

export default callbackPage('discord')
