import type { ProjectLanguage } from '#lib/contract/language.ts'
import type { projects } from '#backend/db/tables.ts'
import { detectLanguage } from '#backend/text/language.ts'

type Input = { title: string; description: string; language?: ProjectLanguage | null | undefined }
type Columns = Pick<typeof projects.$inferInsert, 'language' | 'languageIsDetected'>
type Before = Pick<
  typeof projects.$inferSelect,
  'title' | 'description' | 'language' | 'languageIsDetected'
>

/** Language of a new project: the chosen one, else the detected one. */
export async function newLanguage({ language, title, description }: Input): Promise<Columns> {
  if (language) return { language, languageIsDetected: false }
  return { language: await detectLanguage({ title, description }), languageIsDetected: true }
}

/** Language after a change: `null` asks for detection; a chosen language stays if the field is absent. */
export async function changedLanguage(input: Partial<Input>, before: Before): Promise<Columns> {
  const isChosen = before.language !== null && !before.languageIsDetected
  if (input.language === undefined && isChosen) return {}
  const { title = before.title, description = before.description, language } = input
  return newLanguage({ title, description, language })
}
