import { formTitle, uploadPage } from '#app/[locale]/home/user/project-page.tsx'

export const generateMetadata = formTitle('icon', 'upload')

export default uploadPage('icon')
