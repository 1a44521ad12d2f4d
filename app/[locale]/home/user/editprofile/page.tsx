import { editPage, formTitle } from '#app/[locale]/home/user/project-page.tsx'

export const generateMetadata = formTitle('profile', 'edit')

export default editPage('profile')
