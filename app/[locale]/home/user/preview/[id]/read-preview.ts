import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import type { SignedInAccount } from '#lib/sign-in/current.ts'
import { type Project, languageSchema } from '#lib/contract/project.ts'
import type { PlainState } from '#lib/creator/plain-form.ts'
import { countedText } from '#lib/creator/values.ts'

/** What a preview shows besides the form. Without an answer of the backend it is shown without. */
export async function readPreview(
  { kind, edited, values }: PlainState,
  { token, account }: SignedInAccount,
) {
  const { file, language } = values
  const [project, contents, detected] = await Promise.all([
    edited && ifAvailable(call('project', { kind, id: edited.id })),
    file && ifAvailable(call('fileContents', { id: file.id }, { token })),
    language === '' ? detect(values, token) : null,
  ])
  const isOwn = project?.author.uid === account.uid
  return {
    saved: isOwn ? project : null,
    contents,
    language: languageSchema.safeParse(language).data ?? detected,
    now: new Date(),
  }
}

/** The language that publishing would detect. */
async function detect(values: PlainState['values'], token: string): Promise<Project['language']> {
  const title = countedText(values, 'title')
  const description = countedText(values, 'description')
  const body = { title, description }
  return (await ifAvailable(call('detectLanguage', { body }, { token })))?.language
}
