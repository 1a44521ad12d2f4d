import { editPage, formTitle } from '#app/[locale]/home/user/project-page.tsx'

export const generateMetadata = formTitle('plugin', 'edit')

export default editPage('plugin')
