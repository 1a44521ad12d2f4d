import { callbackPage, callbackMetadata } from '#app/[locale]/(auth)/callback-page.tsx'

export const generateMetadata = () => callbackMetadata('discord')

export default callbackPage('discord')
