import { parseArgs } from 'node:util'
import { nearestOf } from '#lib/contract/fields.ts'
import { COMMANDS, type CommandName, type Option } from './commands.ts'
import { usageError } from './exit.ts'

/** Options whose empty value means something: it removes the text. */
const MAY_BE_EMPTY = new Set(['notes', 'tagline'])

/**
 * The options and other arguments of a command.
 * @throws CliError `usage` naming the option and what it takes.
 */
export function parseOptions<Name extends CommandName>(name: Name, args: string[]) {
  checkOptions(name, args)
  const options: (typeof COMMANDS)[Name]['options'] = COMMANDS[name].options
  return parseArgs({ args, options, allowPositionals: true })
}

/** Each option is known, has a value if it takes one, and is given once if it takes one. */
function checkOptions(name: CommandName, args: string[]): void {
  const options: Readonly<Record<string, Option>> = COMMANDS[name].options
  const refuse = (message: string) => usageError(`${message} See keystrip ${name} --help.`)
  const { tokens } = parseArgs({
    args,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { rawName, value, inlineValue } = token
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (!option) throw refuse(unknownOption(rawName, Object.keys(options)))
    if (option.type === 'boolean') {
      if (value !== undefined) throw refuse(`${rawName} takes no value.`)
      continue
    }
    const wanted = `${rawName} takes ${option.value ?? 'a value'}: ${option.about}.`
    if (value === undefined) throw refuse(`${rawName} lacks its value. ${wanted}`)
    if (value.trim() === '' && !MAY_BE_EMPTY.has(token.name)) {
      throw refuse(`The value of ${rawName} is empty. ${wanted}`)
    }
    if (!inlineValue && /^-./.test(value)) {
      throw refuse(`${rawName} lacks its value, or write ${rawName}=${value}. ${wanted}`)
    }
    if (option.multiple !== true && given.has(token.name)) {
      throw refuse(`${rawName} is given twice, and takes one value.`)
    }
    given.add(token.name)
  }
}

function unknownOption(rawName: string, known: string[]): string {
  const nearest = nearestOf(rawName.replace(/^-+/, '').slice(0, 40), known)
  const hint = nearest === undefined ? '' : ` Did you mean --${nearest}?`
  return `There is no option ${rawName}.${hint}`
}
