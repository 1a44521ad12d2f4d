import { readFile } from 'node:fs/promises'
import {
  type SettingName,
  settingNameSchema,
  type SettingState,
  settingsSchema,
} from '#lib/contract/admin/settings.ts'
import { printable } from './admin-lists.ts'
import { callAdmin, type OperatedSite } from './operator-client.ts'

const USAGE = `settings, settings get <name>, settings set <name> <value>, settings set <name> --from <file>, settings reset <name>`

/** Lists settings, prints one, or changes one. */
export async function settingsCommand(
  site: OperatedSite,
  [action = 'list', name = '', value]: string[],
  { from }: { from?: string | undefined },
): Promise<void> {
  if (action === 'list') {
    const { items } = await callAdmin(site, 'settings', {})
    for (const item of items) console.log(lineOf(item))
    return
  }
  const setting = settingNameSchema.safeParse(name).data
  if (setting === undefined) {
    throw new Error(`Which setting? ${settingNameSchema.options.join(', ')}`)
  }
  if (action === 'get') {
    const { items } = await callAdmin(site, 'settings', {})
    console.log(items.find((item) => item.name === setting)?.value ?? '')
    return
  }
  if (action === 'reset') return change(site, setting, null)
  if (action !== 'set') throw new Error(`Usage: npm run admin -- ${USAGE}`)
  const text = from === undefined ? value : await readFile(from, 'utf8')
  if (text === undefined) throw new Error('Which value? An empty one is the default.')
  return change(site, setting, text.trim() === '' ? null : text.trim())
}

async function change(site: OperatedSite, name: SettingName, value: string | null): Promise<void> {
  const values = settingsSchema.partial().safeParse({ [name]: value })
  if (!values.success) {
    const [issue] = values.error.issues
    throw new Error(`${name} does not take this value: ${issue?.message ?? ''}`)
  }
  const { revision } = await callAdmin(site, 'settings', {})
  const body = { revision, values: values.data }
  const { items } = await callAdmin(site, 'changeSettings', { body })
  for (const item of items) if (item.name === name) console.log(lineOf(item))
}

function lineOf({ name, value, variable, by }: SettingState): string {
  const [first = '', ...more] = (value ?? '(default)').split('\n')
  const shown = more.length > 0 ? `${first} …` : first
  const source = variable === null ? by && `  by ${printable(by)}` : `  set by ${variable}`
  return `${name.padEnd(20)}  ${printable(shown)}${source}`
}
