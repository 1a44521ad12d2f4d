import {
  FIRST_GENERATION,
  SECOND_GENERATION,
  repositoryOf,
  type StubRepository,
} from './github-stub.ts'
import { type Files, packFirst, packSecond } from './maker-tool.ts'

/*
 * Three repositories of the maker as whole trees, as of 2026-11-21: every file in its place, the fields of their manifests, and the
 * packages that their workflows attach to a release. None of them has a licence, so that texts and sources are stand-ins.
 */

type Tree = {
  files: Files
  /** Assets of a release, by name, as the maker's tool packs them. */
  packages: Record<string, Uint8Array>
}
type Said = {
  version: string
  /** In place of fields of the manifest. */
  manifest?: Record<string, unknown>
}

const json = (value: unknown) => JSON.stringify(value, null, 2)
const empty = (paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, '']))

/** ENIAC-Tech/Plugin-Example: the first generation. Its manifest is ahead of its newest tag. */
export function exampleTree({ version, manifest }: Said): Tree {
  const folder = 'com.eniac.example.plugin'
  const text = json({ ...JSON.parse(FIRST_GENERATION), version, ...manifest })
  const packed = { 'config.json': '{}', 'manifest.json': text, 'resources/.gitkeep': '' }
  const ui = empty(['ui/apitest.vue', 'ui/counter.vue', 'ui/global_config.vue'])
  const inside = Object.entries({ ...packed, ...ui }).map(([path, content]) => [
    `${folder}/${path}`,
    content,
  ])
  const built = {
    'backend/package.json': json({ name: 'plugin-backend', version: '1.0.0' }),
    'backend/plugin.cjs': '//',
  }
  return {
    files: {
      ...empty(['.github/workflows/release.yaml', '.gitignore', 'rollup.config.mjs']),
      'README.md': '# Plugin Example\n\nExample of a plugin.\n\n## Installation\n',
      ...Object.fromEntries(inside),
      // Without a version: nothing of it is published.
      'package.json': json({ scripts: { build: 'rollup -c' } }),
      'src/plugin.js': '//',
    },
    packages: packFirst('com.eniac.example', { ...built, ...packed, ...ui }),
  }
}

const SKILL = '.agents/skills/flexstudio-plugin-developer'
/** The description of the plugin interface that the maker's tool copies into every repository. */
const SKILL_FILES = [
  'SKILL.md',
  'agents/openai.yaml',
  ...['docs-index', 'fallback-quick-reference', 'source-map', 'task-router'].map(
    (name) => `references/${name}.md`,
  ),
  ...['backend-runtime', 'cli-reference', 'dependency-api', 'frontend-bridge', 'getting-started']
    .concat(['host-api-reference', 'index', 'manifest', 'marketplace-release', 'overview'])
    .concat(['project-structure', 'troubleshooting', 'unit-definitions'])
    .map((name) => `references/flexdoc/${name}.md`),
  'references/flexdoc/metadata.json',
].map((path) => `${SKILL}/${path}`)

type Second = Said & { base: object; name: string; readme: string; listing: string }

/** The parts that both repositories of the second generation have. */
function secondFiles({ version, manifest, base, name, readme, listing }: Second): Files {
  return {
    ...empty(SKILL_FILES),
    ...empty(['.flexstudio/plugin-docs.json', '.github/workflows/publish.yml', '.gitignore']),
    '.marketplace/README.en.md': listing,
    '.marketplace/README.md': '# Marketplace README files\n\nHow authors fill this folder.\n',
    ...empty(['AGENTS.md', 'scripts/sync-plugin-skill-docs.mjs', 'tsconfig.json']),
    'README.md': readme,
    'locales/en.json': '{}',
    'manifest.json': json({ ...base, ...manifest }),
    'package.json': json({ name, version, private: true }),
    'src/backend/index.ts': '//',
  }
}

/** ENIAC-Tech/flexplugin-v2-netease-music-link-essentials: native code for Windows alone. */
export function neteaseTree({ version, manifest }: Said): Tree {
  const files = {
    ...secondFiles({
      version,
      manifest: { version, ...manifest },
      base: JSON.parse(SECOND_GENERATION),
      name: 'neteasemusiclinkessentials',
      readme: '# NeteaseMusicLinkEssentials\n\n## Consumer Manifest\n',
      listing: '# NeteaseMusicLinkEssentials\n\nTalks to a music player, on Windows alone.\n',
    }),
    ...empty(['.github/workflows/sync-plugin-docs.yml', 'assets/FlexLink.plugin']),
    ...empty(['package-lock.json', 'src/common/api.ts', 'vendor/eniac-flexcli-2.0.0.tgz']),
    ...empty(['vendor/flexsdk-runtime-2.1.1.tgz', 'vendor/flexsdk-types-2.1.1.tgz']),
  }
  return { files, packages: packSecond(files, { 'src/backend/index.js.map': '{}' }) }
}

const PAGES = ['unit-function-editor', 'unit-appearance-editor', 'unit-view', 'config-page']
const TEMPLATE_MANIFEST = {
  schemaVersion: '1.0',
  uuid: '@your-username/your-plugin-name',
  name: 'Your Plugin Name',
  repo: 'https://github.com/your-username/your-plugin-name',
  description: 'Does what you write.',
  author: { name: 'Your Name', email: 'you@example.com' },
  minHostVersion: '1.0.0',
  native: false,
  platforms: ['win32-x64', 'darwin-arm64', 'darwin-x64', 'linux-x64'],
  requiresNetwork: false,
  runtime: { startupTimeoutMs: 15_000 },
  devices: ['Flow2Pro', 'FlexbarV2', 'FlexBoardV1', 'MassX'],
  requiredCapabilities: [],
  permissions: ['store', 'logger', 'device', 'definitions', 'bus', 'unit', 'ui'],
  dependencies: [],
  hasConfigPage: true,
  entry: { backend: 'src/backend/index.js', configPage: 'src/frontend/config-page.html' },
  defaultLocale: 'en',
  supportedLocales: ['en'],
}

/** ENIAC-Tech/flex-plugin-template, from which plugins of the second generation begin: for all systems, no version in the manifest. */
export function templateTree({ version, manifest = {} }: Said): Tree {
  const views = ['ConfigPage', 'UnitAppearanceEditor', 'UnitFunctionEditor', 'UnitView']
  const files = {
    ...secondFiles({
      version,
      manifest,
      base: TEMPLATE_MANIFEST,
      name: 'your-plugin-name',
      readme: '# Your Plugin Name\n\n## Agent Skill\n\nFor developers.\n',
      listing: '# Your Plugin Name\n\nWhat it does, for those who use it.\n',
    }),
    ...empty([`${SKILL}/references/flexdoc/product-plugin-design-guide.md`]),
    ...empty([`${SKILL}/references/flexdoc/ui-ux-guidelines.md`, 'src/frontend/i18n-messages.ts']),
    ...empty([
      'scripts/validate-renderer-state.mjs',
      ...PAGES.map((name) => `src/frontend/${name}.html`),
    ]),
    ...empty(views.map((name) => `src/frontend/${name}.vue`)),
  }
  // The tool copies each page to the root too.
  const pages = PAGES.flatMap((name) => [`${name}.html`, `src/frontend/${name}.html`])
  return { files, packages: packSecond(files, empty(pages)) }
}

type Released = Partial<StubRepository> & {
  version: string
  /** Text of the release. */
  notes?: string
  /** Content of `.keystrip`. */
  keystrip?: string
}

/** A tree at GitHub, with the release of a version. */
export function releasedTree(
  { files, packages }: Tree,
  { version, notes = '', keystrip, ...said }: Released,
): StubRepository {
  const proof: Files = keystrip === undefined ? {} : { '.keystrip': keystrip }
  const releases = [{ tag: `v${version}`, assets: packages, body: notes }]
  return repositoryOf({ ...files, ...proof }, { releases, ...said })
}
