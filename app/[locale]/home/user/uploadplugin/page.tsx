import { formTitle, uploadPage } from '#app/[locale]/home/user/project-page.tsx'

export const generateMetadata = formTitle('plugin', 'upload')

export default uploadPage('plugin')
