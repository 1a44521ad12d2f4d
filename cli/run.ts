import {
  categoriesArguments,
  installArguments,
  outdatedArguments,
  publishArguments,
  updateArguments,
  validateArguments,
} from './arguments.ts'
import { listCategories } from './categories.ts'
import { commandHelp, type CommandName, COMMANDS, generalHelp, isCommand } from './commands.ts'
import { CliError, EXIT, type Exit, usageError } from './exit.ts'
import { install } from './install.ts'
import type { Io } from './io.ts'
import { publish } from './publish.ts'
import { sentence } from './refused-value.ts'
import { createReporter, type Reporter } from './reporter.ts'
import { outdated, update } from './updates.ts'
import { InvalidFilesError, validate } from './validate.ts'
import { describeValues } from '#lib/contract/input/describe-issue.ts'
import { VERSION } from '#lib/version.ts'

/**
 * Runs a command line.
 * @param args without the program itself.
 * @returns the exit code; every failure is reported and none is thrown.
 */
export async function run(args: string[], io: Io): Promise<Exit> {
  const [name = '', ...rest] = args
  if (name === '--version' || name === '-V') {
    io.writeOut(`${VERSION}\n`)
    return EXIT.done
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    io.writeOut(generalHelp(VERSION))
    return EXIT.done
  }
  const isJson = rest.includes('--json')
  if (!isCommand(name)) {
    const names = Object.keys(COMMANDS)
    const wanted = `name ${describeValues(names, name)}`
    const message = sentence(
      name === '' ? `No command: ${wanted}` : `There is no command “${name}”: ${wanted}`,
    )
    const reporter = createReporter(io, { isJson: args.includes('--json'), command: '' })
    reporter.failure(usageError(`${message} See keystrip --help.`))
    return EXIT.usage
  }
  const reporter = createReporter(io, { isJson, command: name })
  if (isHelp(rest)) {
    io.writeOut(commandHelp(name))
    return EXIT.done
  }
  try {
    await runCommand(name, rest, io, reporter)
    return EXIT.done
  } catch (error) {
    const failure = toCliError(error, io)
    reporter.failure(failure, failure instanceof InvalidFilesError ? failure.facts : {})
    return failure.exit
  }
}

async function runCommand(name: CommandName, args: string[], io: Io, reporter: Reporter) {
  switch (name) {
    case 'validate':
      return validate(io, reporter, validateArguments(args))
    case 'categories':
      return listCategories(reporter, categoriesArguments(args))
    case 'publish':
      return publish(io, reporter, publishArguments(args, io))
    case 'install':
      return install(io, reporter, installArguments(args, io))
    case 'outdated':
      return outdated(io, reporter, outdatedArguments(args, io))
    case 'update':
      return update(io, reporter, updateArguments(args, io))
  }
}

/** Arguments behind `--` are names, not options. */
function isHelp(args: string[]): boolean {
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

/** An unexpected error is named by its class only: its text may hold anything. */
function toCliError(error: unknown, { signal }: Io): CliError {
  if (signal.aborted) return new CliError(EXIT.interrupted, 'interrupted', 'Interrupted.')
  if (error instanceof CliError) return error
  const kind = error instanceof Error ? error.name : typeof error
  const message = `An unexpected error ended the command (${kind}).`
  return new CliError(EXIT.failed, 'unexpected', message, { cause: error })
}
