import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { backendVariables, providerVariables } from '#backend/config.ts'
import { PROVIDERS } from '#lib/contract/provider.ts'
import { webVariables } from '#lib/env.ts'
import { commandShape } from '#scripts/settings/configuration.ts'
import { SECRETS } from '#scripts/settings/secret-variables.ts'
import { VARIABLE_GROUPS, VARIABLES } from '#scripts/settings/variable-table.ts'

/** `vitest run tests/unit/docs/configuration.test.ts --update` writes both files anew. */
const DOCUMENT = '../../../docs/configuration.md'
const EXAMPLE = '../../../.env.example'

const ofProviders = Object.fromEntries(
  PROVIDERS.flatMap((provider) =>
    Object.entries(providerVariables).map(([name, schema]) => [
      `${provider.toUpperCase()}_${name}`,
      schema,
    ]),
  ),
)
/** Who reads which variables. Commands read those of both processes too. */
const processes: [name: string, shape: z.ZodRawShape][] = [
  ['web app', webVariables],
  ['backend', { ...backendVariables, ...ofProviders }],
  ['commands', commandShape],
]

/** What an unset variable counts as. Lists and addresses have no default to show. */
function defaultOf(schema: z.core.$ZodType): string | undefined {
  const { data } = z.safeParse(schema, undefined)
  if (typeof data === 'boolean') return data ? '1' : '0'
  return typeof data === 'string' || typeof data === 'number' ? `${data}` : undefined
}

const namesOf = (name: string) =>
  name.startsWith('PROVIDER_')
    ? PROVIDERS.map((provider) => name.replace('PROVIDER', provider.toUpperCase()))
    : [name]
const code = (text: string) => `\`${text}\``

const variables = Object.entries(VARIABLES).map(([key, [group, meaning, values = {}]]) => {
  const names = namesOf(key)
  const schemas = processes.flatMap(([process, shape]) => {
    const schema = shape[names[0] ?? '']
    return schema ? [{ process, schema }] : []
  })
  const [initial] = schemas.flatMap(({ schema }) => defaultOf(schema) ?? [])
  const readers = schemas.map(({ process }) => process)
  const { default: given, example } = values
  return { names, group, meaning, readers, initial: given ?? (initial && code(initial)), example }
})

function describeVariable(variable: (typeof variables)[number]): string {
  const { names, meaning, readers, initial, example } = variable
  const values = [initial && ` Default: ${initial}.`, example && ` Example: ${code(example)}.`]
  const title = names.map((name) => `**${code(name)}**`).join(', ')
  return `- ${title}: ${meaning}.${values.filter(Boolean).join('')} Read by ${readers.join(', ')}.`
}

it('each variable has a reader, and a default or an example', () => {
  const incomplete = variables.filter(
    ({ readers, initial, example }) => readers.length === 0 || (!initial && !example),
  )
  expect(incomplete).toEqual([])
})

it('web app and backend read variables by their schemas, except those of Node and the build', () => {
  const files = globSync(['{app,backend,components,lib,server}/**/*.{ts,tsx}', 'middleware.ts'])
  const read = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/process\.env(?:\.|\[')(\w+)/g)].map(
      ([, name]) => name,
    ),
  )
  expect(new Set(read)).toEqual(
    new Set(['NODE_ENV', 'ISLANDS', 'FIELDS_ISLAND', 'LISTS_ISLAND', 'STRIP_ISLAND']),
  )
})

it('docs/configuration.md describes every variable', async () => {
  const sections = Object.entries(VARIABLE_GROUPS).map(([key, title]) => {
    const lines = variables.filter(({ group }) => group === key).map(describeVariable)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  await expect(`# Configuration

No variable has to be set for \`npm start\` on one machine. Set environment variables, or write them to a file \`.env\`
([.env.example](../.env.example)). An empty variable counts as not set. A bad value ends the start with one sentence that names
the variable.

A secret may be in a file, as container engines and systemd hand them out: set the name with \`_FILE\` to the path of the
file, for ${SECRETS.map(code).join(', ')}.

The headings say who needs a variable. This page and \`.env.example\` are generated from \`scripts/settings/variable-table.ts\` and
the schemas that read the variables: \`vitest run tests/unit/docs/configuration.test.ts --update\`.

${sections.join('\n')}`).toMatchFileSnapshot(DOCUMENT)
})

it('.env.example lists every variable', async () => {
  const lines = variables.flatMap(({ names }) => names.map((name) => `${name}=\n`))
  await expect(
    `# No variable has to be set. docs/configuration.md explains them.\n${lines.join('')}`,
  ).toMatchFileSnapshot(EXAMPLE)
})
