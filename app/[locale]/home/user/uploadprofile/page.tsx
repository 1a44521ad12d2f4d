import { formTitle, uploadPage } from '#app/[locale]/home/user/project-page.tsx'

export const generateMetadata = formTitle('profile', 'upload')

export default uploadPage('profile')
