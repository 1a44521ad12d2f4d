import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { backendVariables, providerVariables } from '#backend/config.ts'
import { PROVIDERS } from '#lib/contract/provider.ts'
import { webVariables } from '#lib/env.ts'
import { commandShape } from '#scripts/settings/configuration.ts'
import { type Setting, SETTING_GROUPS, siteVariables } from '#lib/variables.ts'
import { SECRETS } from '#scripts/settings/secret-variables.ts'

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

const code = (text: string) => `\`${text}\``

const isSetting = (schema: z.core.$ZodType): schema is Setting => 'note' in schema
const notes = new Map(
  [siteVariables, ...processes.map(([, shape]) => shape)]
    .flatMap((shape) => Object.entries<z.core.$ZodType>(shape))
    .flatMap(([name, schema]) => (isSetting(schema) ? [[name, schema.note] as const] : [])),
)

/** Variables with one meaning, such as those of the sign-in providers, share a row. */
const variables = [
  ...new Map([...notes.values()].map((note) => [note.meaning, note])).values(),
].map(({ group, meaning, default: given, example }) => {
  const names = [...notes].flatMap(([name, note]) => (note.meaning === meaning ? [name] : []))
  const schemas = processes.flatMap(([process, shape]) => {
    const schema = shape[names[0] ?? '']
    return schema ? [{ process, schema }] : []
  })
  const [initial] = schemas.flatMap(({ schema }) => defaultOf(schema) ?? [])
  const readers = schemas.map(({ process }) => process)
  return { names, group, meaning, readers, initial: given ?? (initial && code(initial)), example }
})

const groups = Object.entries(SETTING_GROUPS).map(([key, title]) => ({
  title,
  members: variables.filter(({ group }) => group === key),
}))

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

it('web app and backend read variables by their schemas, except those of Node, the build and the tests', () => {
  const files = globSync(['{app,backend,components,lib,server}/**/*.{ts,tsx}', 'middleware.ts'])
  const read = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/process\.env(?:\.|\[')(\w+)/g)].map(
      ([, name]) => name,
    ),
  )
  expect(new Set(read)).toEqual(
    new Set([
      'NODE_ENV',
      'ISLANDS',
      'FIELDS_ISLAND',
      'LISTS_ISLAND',
      'STRIP_ISLAND',
      'PRINT_STYLE',
      'WAIT_FACTOR',
    ]),
  )
})

it('docs/configuration.md describes every variable', async () => {
  const sections = groups.map(
    ({ title, members }) => `## ${title}\n\n${members.map(describeVariable).join('\n')}\n`,
  )
  await expect(`# Configuration

No variable has to be set for \`npm start\` on one machine. Set environment variables, or write them to a file \`.env\`
([.env.example](../.env.example)). An empty variable counts as not set. A bad value ends the start with one sentence that names
the variable.

Spaces and line ends around a value, and quotation marks around the whole of it, are taken off. Write a comment on a line of its own: \`npm start\` takes one behind a value off,
\`docker run --env-file\` and systemd's \`EnvironmentFile\` pass it on as a part of the value. Addresses are kept in lower case, without a default port, and with
names as they are in DNS (\`xn--…\`); of those over HTTP none may have a user name or a password. A refused value is answered with what is accepted, and with a comment or a quotation mark that is in it.

A secret may be in a file, as container engines and systemd hand them out: set the name with \`_FILE\` to the path of the
file, for ${SECRETS.map(code).join(', ')}.

The headings say who needs a variable. This page and \`.env.example\` are generated from the schemas that read the variables
(\`lib/env.ts\`, \`backend/config.ts\`, \`lib/variables.ts\`): \`vitest run tests/unit/docs/configuration.test.ts --update\`.

${sections.join('\n')}`).toMatchFileSnapshot(DOCUMENT)
})

it('.env.example lists every variable', async () => {
  const lines = groups.flatMap(({ members }) =>
    members.flatMap(({ names }) => names.map((name) => `${name}=\n`)),
  )
  await expect(
    `# No variable has to be set. docs/configuration.md explains them.\n${lines.join('')}`,
  ).toMatchFileSnapshot(EXAMPLE)
})
