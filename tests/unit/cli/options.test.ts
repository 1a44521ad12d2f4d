import { describe, expect, it } from 'vitest'
import { COMMANDS, type Option } from '#cli/commands.ts'
import { offlineCli } from '#tests/support/offline-cli.ts'

/* Every option of every command: unknown, without a value, with an empty one, given twice. */

const { refused } = offlineCli()

const OPTIONS = Object.entries(COMMANDS).flatMap(([command, { options }]) =>
  Object.entries<Option>(options).map(([name, option]) => ({ command, name, option })),
)
const WITH_VALUE = OPTIONS.filter(({ option }) => option.type === 'string')

describe('an option with a value', () => {
  it.each(WITH_VALUE)(
    'is refused without it: $command --$name',
    async ({ command, name, option }) => {
      for (const args of [[`--${name}`], [`--${name}`, '--xyzzy']]) {
        const message = await refused([command, ...args])
        expect(message).toContain(`--${name} lacks its value`)
        expect(message).toContain(`${option.value}: ${option.about}.`)
        expect(message).toContain(`keystrip ${command} --help`)
      }
    },
  )

  it.each(WITH_VALUE.filter(({ name }) => name !== 'notes' && name !== 'tagline'))(
    'is refused with an empty one: $command --$name',
    async ({ command, name, option }) => {
      for (const args of [[`--${name}`, ''], [`--${name}=`], [`--${name}`, '  ']]) {
        const message = await refused([command, ...args])
        expect(message).toContain(`The value of --${name} is empty`)
        expect(message).toContain(option.about)
      }
    },
  )

  it.each(WITH_VALUE.filter(({ option }) => option.multiple !== true))(
    'is refused with two: $command --$name',
    async ({ command, name }) => {
      const message = await refused([command, `--${name}`, 'x', `--${name}`, 'y'])
      expect(message).toContain(`--${name} is given twice`)
    },
  )
})

describe('an option without a value', () => {
  it.each(
    OPTIONS.filter(
      ({ option, name }) => option.type === 'boolean' && !['help', 'json'].includes(name),
    ),
  )('is refused with one: $command --$name', async ({ command, name }) => {
    expect(await refused([command, `--${name}=yes`])).toContain(`--${name} takes no value`)
  })
})

describe('an unknown option', () => {
  it.each(Object.keys(COMMANDS))('is refused by %s', async (command) => {
    for (const option of ['--xyzzy', '-x', '--__proto__', '--constructor']) {
      const message = await refused([command, option])
      expect(message).toContain(`There is no option ${option}`)
    }
  })

  it.each([
    ['publish', '--categroy', '--category'],
    ['publish', '--dryrun', '--dry-run'],
    ['publish', '--notesfile', '--notes-file'],
    ['install', '--versoin', '--version'],
    ['outdated', '--systems', '--system'],
  ])('that is like a known one is named: %s %s', async (command, given, meant) => {
    expect(await refused([command, given])).toContain(`Did you mean ${meant}?`)
  })
})
