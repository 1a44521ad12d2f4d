import { editPage, formTitle } from '#app/[locale]/home/user/project-page.tsx'

export const generateMetadata = formTitle('flexpage', 'edit')

export default editPage('flexpage')
