import { formTitle, uploadPage } from '#app/[locale]/home/user/project-page.tsx'

export const generateMetadata = formTitle('flexpage', 'upload')

export default uploadPage('flexpage')
