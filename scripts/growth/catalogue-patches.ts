import { create, insert, setMessages } from './edit.ts'
import type { Patch } from './patch.ts'

const PAGE = (action: 'upload' | 'edit') =>
  create(`import { ${action}Page, formTitle } from '#app/[locale]/home/user/project-page.tsx'

export const generateMetadata = formTitle('scene', '${action}')

export default ${action}Page('scene')
`)

/** Changes of what the site shows and reads, as an author would make them. Edits depend on texts, not on lines. */
export const CATALOGUE_PATCHES = {
  field: {
    change: 'An optional text of a project: contact, shown among its facts',
    goal: 6,
    edits: {
      'lib/contract/project-table.ts': insert([
        'export const PROJECT_FIELDS = {\n',
        `  /** Where users get help, in one line. */
  contact: {
    schema: answeredText.max(80).nullish(),
    request: upTo(lineSchema, 80).nullish(),
    form: { control: 'line', label: 'contact', maximum: 80, isOptional: true },
    column: 'contact',
    inLists: null,
    shown: ['facts'],
  },
`,
      ]),
      'backend/db/schema.ts': insert([
        "    attribution: text('attribution'),\n",
        "    contact: text('contact'),\n",
      ]),
      'lib/creator/fields.ts': insert([
        "  category: field(text('category')),\n",
        "  contact: field(text('contact')),\n",
      ]),
      'components/project/facts.tsx': insert([
        "    updated_at: <Fact name={t('updated')}>{date(project.updated_at)}</Fact>,\n",
        "    contact: project.contact && <Fact name={t('contact')}>{project.contact}</Fact>,\n",
      ]),
      'messages/*.json': setMessages({
        'creator.contact': 'Contact',
        'creator.error.contact': 'Contact 80',
        'detail.contact': 'Contact',
      }),
    },
  },
  kind: {
    change: 'A fifth kind with files and a format of its own: scene',
    goal: 9,
    edits: {
      'lib/contract/kind.ts': insert(
        ["'profile', 'flexpage'", ", 'scene'"],
        [
          'export const KIND_TABLE = {\n',
          `  scene: {
    path: 'scene',
    source: 'file',
    fileEnding: '.flexscene',
    format: 'scene',
    contents: 'pages',
    routeName: 'SceneDetail',
  },
`,
        ],
        ['export const CATEGORIES = {\n', "  scene: ['audio', 'video', 'games', 'other'],\n"],
      ),
      'lib/contract/file/container.ts': insert(
        [
          '/** `manifest.json` of a `.flexpage`: exactly one page. */\n',
          `const sceneManifestSchema = z
  .object({ format: z.literal('scene'), ...strip, pages: z.array(pageSchema).length(1) })
  .superRefine(checkStrip)

`,
        ],
        ["stripManifestSchema = z.discriminatedUnion('format', [\n", '  sceneManifestSchema,\n'],
      ),
      'messages/*.json': setMessages({
        'kind.scene': { one: 'Scene', many: 'Scenes', inText: 'scenes' },
        'meta.kind.scene': { one: 'Scene {app}', many: 'Scenes {app}' },
        'account.own.scene': 'Scenes',
        'publish.kind.scene': { what: 'Scene.', file: '.flexscene', how: 'Scene', lead: '{app}' },
      }),
      'scripts/generate/icons.ts': insert(['const ICONS = {\n', "  scene: 'clapperboard',\n"]),
      'lib/share/look.ts': insert([
        "  plugin: { accent: '#58d3c2', soft: '#15302c' },\n",
        "  scene: { accent: '#9ad34f', soft: '#22300f' },\n",
      ]),
      'app/globals.css': insert(
        ['  --accent-flexpage: #ff97ae;\n', '  --accent-scene: #9ad34f;\n'],
        ['  --accent-flexpage-soft: #381e25;\n', '  --accent-scene-soft: #22300f;\n'],
        ['  --accent-flexpage: #ac2750;\n', '  --accent-scene: #3f6a0b;\n'],
        ['  --accent-flexpage-soft: #fae1e6;\n', '  --accent-scene-soft: #e6f2d5;\n'],
        [
          '  --accent-on: var(--accent-profile-on);\n}\n',
          `[data-kind='scene'] {
  --accent: var(--accent-scene);
  --accent-soft: var(--accent-scene-soft);
}
`,
        ],
      ),
      'components/creator/guide/guide-content.ts': insert(
        ['  flexpage: STRIP_STEPS,\n', '  scene: STRIP_STEPS,\n'],
        ['  flexpage: STRIP,\n', '  scene: STRIP,\n'],
        [
          "  flexpage: { ...head('flexpage', 'My page'), device, pages: [page] },\n",
          "  scene: { ...head('scene', 'My scene'), device, pages: [page] },\n",
        ],
      ),
      'app/[locale]/home/user/uploadscene/page.tsx': PAGE('upload'),
      'app/[locale]/home/user/editscene/page.tsx': PAGE('edit'),
    },
    generate: ['scripts/generate/icons.ts'],
    tests: {
      'app/globals.css': 'tests/unit/share/look.test.ts',
      'app/[locale]/home/user/uploadscene/page.tsx': 'tests/unit/paths.test.ts',
      'app/[locale]/home/user/editscene/page.tsx': 'tests/unit/paths.test.ts',
    },
  },
  language: {
    change: 'A sixth language of the interface: Dutch',
    goal: 3,
    edits: {
      'lib/contract/locale.ts': insert([
        "written: 'de', direction: 'ltr', ogLocale: 'de_DE' },\n",
        "  nl: { name: 'Nederlands', lang: 'nl', written: 'nl', direction: 'ltr', ogLocale: 'nl_NL' },\n",
      ]),
      'messages/nl.json': (_, readOther) => readOther('messages/en.json').replaceAll("'", '’'),
      'messages/glossary.json': (text) =>
        (text ?? '').replaceAll(/"en": (\[[^\]]*\])/g, '$&, "nl": $1'),
      'scripts/messages/typography.ts': insert([
        'const STYLES: Record<Locale, Style> = {\n',
        '  nl: { corrections: [noBreakBeforeEllipsis], bans: [], quotations: /“[^“”]*”/g },\n',
      ]),
    },
  },
  call: {
    change: 'A call of the contract: the last published projects',
    goal: 3,
    edits: {
      'lib/contract/calls/catalogue.ts': insert([
        'export const CATALOGUE_CALLS = {\n',
        `  newest: {
    method: 'get',
    path: '/index/newest',
    summary: 'The last published projects',
    query: popularQuerySchema,
    data: popularSchema,
    required: true,
    access: 'public',
    cache: { scopes: ['list'] },
  },
`,
      ]),
      'backend/routes/catalogue.ts': insert(
        [
          "import { listPopular } from '#backend/services/project/popular.ts'\n",
          "import { listNewest } from '#backend/services/project/newest.ts'\n",
        ],
        [
          'list: ({ params, query }) => listProjects(db, params.kind, query),\n',
          '    newest: async ({ query }) => ({ items: await listNewest(db, query.limit) }),\n',
        ],
      ),
      'backend/services/project/newest.ts': create(`import { desc } from 'drizzle-orm'
import type { Project } from '#lib/contract/project.ts'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { selectProjects, toProject } from './select.ts'

/** The last published projects. */
export async function listNewest(db: Database, limit: number): Promise<Project[]> {
  const rows = await selectProjects(db).where(isListed).orderBy(desc(projects.createdAt)).limit(limit)
  return rows.map(toProject)
}
`),
    },
  },
  format: {
    change: 'A format of project files: icons in a CSV table',
    goal: 2,
    reason:
      'browsers load its name in the contract, so that the contract cannot import the reader; readers are imported by name, since ' +
      'those found in a folder at run time would have no types and be missing in the bundle of the command line; and visitors read ' +
      'its name in their language',
    edits: {
      'lib/contract/file/file-format.ts': insert([
        "  'iconify-json',\n",
        "  /** A table. */\n  'csv',\n",
      ]),
      'backend/services/container/readers.ts': insert(
        [
          "import { openProbe, type Probe, type ProbedFile } from './probe.ts'\n",
          "import { csvReader } from './read-csv.ts'\n",
        ],
        ["  'iconify-json': iconifyReader,\n", '  csv: csvReader,\n'],
      ),
      'backend/services/container/read-csv.ts': create(`import { ArchiveError } from './error.ts'
import type { FormatReader } from './reader.ts'

/** Icons in a table: a name and a drawing in each row. */
export const csvReader: FormatReader = {
  format: 'csv',
  recognise: () => null,
  read: () => Promise.reject(new ArchiveError('no_icons')),
}
`),
      'messages/*.json': setMessages({ 'fileFormat.csv': 'CSV' }),
    },
  },
} as const satisfies Record<string, Patch>
