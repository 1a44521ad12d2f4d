import { editPage, formTitle } from '#app/[locale]/home/user/project-page.tsx'

export const generateMetadata = formTitle('icon', 'edit')

export default editPage('icon')
