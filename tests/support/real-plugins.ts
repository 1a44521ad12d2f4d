import { repositoryOf, type StubRepository } from './github-stub.ts'
import { exampleTree, neteaseTree, releasedTree, templateTree } from './real-trees.ts'

/*
 * Repositories as of 2026-11-21, modelled on their trees, manifests and tags; texts are excerpts.
 * Trees do not contain the assets of releases: none are assumed, unless a workflow in the tree attaches them.
 */

const first = (
  id: string,
  { version, ...said }: { version: string } & Record<string, unknown>,
  more: Partial<StubRepository> = {},
): StubRepository => ({
  root: ['.github/', `${id}.plugin/`, 'src/', 'README.md', 'package.json', 'rollup.config.mjs'],
  files: {
    [`${id}.plugin/manifest.json`]: JSON.stringify({
      name: id,
      uuid: id,
      version,
      author: 'Someone',
      description: '',
      software: { minimumVersion: '1.0.0' },
      os: [
        { platform: 'mac', minimumVersion: '10.15' },
        { platform: 'windows', minimumVersion: '10' },
      ],
      ...said,
    }),
    'README.md': `# ${id}\n\nWhat it does.\n`,
  },
  ...more,
})
const LINUX = [
  { platform: 'mac', minimumVersion: '10.15' },
  { platform: 'windows', minimumVersion: '10' },
  { platform: 'linux', minimumVersion: '20.04' },
]

/** Eight repositories with a plugin, and the expected result of the check. */
export const REAL_PLUGINS: [name: string, StubRepository, expected: Record<string, unknown>][] = [
  [
    'ENIAC-Tech/Plugin-Example',
    repositoryOf(exampleTree({ version: '1.1.3' }).files, { tags: ['v1.1.2', 'v1.1.1', 'v1.1.0'] }),
    {
      title: 'Example',
      author: 'ENIAC',
      description: 'Example of a plugin.',
      version: '1.1.2',
      versions: ['1.1.2', '1.1.3'],
      operating_systems: ['macos', 'windows'],
      release: { tag: 'v1.1.2', file_name: null },
      warnings: [
        { reason: 'only_tag', details: { tag: 'v1.1.2' } },
        { reason: 'release_differs', details: { version: '1.1.3', tag: 'v1.1.2' } },
      ],
    },
  ],
  [
    'ENIAC-Tech/flex-plugin-template',
    releasedTree(templateTree({ version: '1.0.0' }), { version: '1.0.0' }),
    {
      title: 'Your Plugin Name',
      author: 'Your Name',
      description: 'What it does, for those who use it.',
      translations: [{ language: 'en', description: 'What it does, for those who use it.' }],
      version: '1.0.0',
      versions: ['1.0.0'],
      operating_systems: ['windows', 'macos', 'linux'],
      release: { tag: 'v1.0.0', file_name: 'Your-Plugin-Name-universal.flexplugin' },
      manifest: { generation: 2, native: false, requires_network: false },
      warnings: [],
    },
  ],
  [
    'ENIAC-Tech/flex-plugin-test-a',
    {
      root: ['.github/', 'locales/', 'src/', 'README.md', 'manifest.json', 'package.json'],
      files: {
        'manifest.json': JSON.stringify({
          schemaVersion: '1.0',
          uuid: '@ENIAC-Tech/flex-plugin-test-a',
          name: 'Flex Plugin Test A',
          author: { name: 'ENIAC-Tech', email: '' },
          minHostVersion: '1.0.0',
          native: false,
          platforms: ['win32-x64', 'darwin-arm64', 'darwin-x64', 'linux-x64'],
        }),
        'package.json': '{"name":"flex-plugin-test-a","version":"1.0.0","private":true}',
        'README.md': '# Flex Plugin Test A\n\nFlexPluginTest chain top.\n',
      },
      tags: ['v1.0.0', 'v1.0.2', 'v1.0.1'],
    },
    {
      title: 'Flex Plugin Test A',
      version: '1.0.2',
      versions: ['1.0.2', '1.0.0'],
      operating_systems: ['windows', 'macos', 'linux'],
      description: 'FlexPluginTest chain top.',
    },
  ],
  [
    'ENIAC-Tech/flexbar-ai-dashboard-plugin',
    first(
      'com.aspen.flexbar-ai-dashboard',
      { version: '1.0.0', software: { minimumVersion: '1.3.0' } },
      { tags: ['v1.0.0'] },
    ),
    { version: '1.0.0', minimum_version: '1.3.0', warnings: [{ reason: 'only_tag' }] },
  ],
  [
    'ENIAC-Tech/flexplugin-v2-netease-music-link-essentials',
    releasedTree(neteaseTree({ version: '1.0.1' }), { version: '1.0.1' }),
    {
      version: '1.0.1',
      operating_systems: ['windows'],
      author: 'Aspen',
      description: 'Talks to a music player, on Windows alone.',
      release: { tag: 'v1.0.1', file_name: 'NeteaseMusicLinkEssentials-win32-x64.flexplugin' },
      manifest: { permissions: ['logger', 'file', 'system'], native: true },
      warnings: [],
    },
  ],
  [
    'MrCodeEU/Flexbar-Plugin-Youtube-Music-Desktop-App',
    first(
      'at.mrcode.ytmd',
      {
        version: '0.1.5',
        name: 'YouTube Music Desktop App Integration',
        software: { minimumVersion: '1.1.0' },
        os: LINUX,
        keyLibrary: { style: { icon: `data:image/png;base64,${'A'.repeat(40_000)}` } },
      },
      { tags: ['0.1.0', 'v-0.1.0', 'v-0.1.1', 'v-0.1.2', 'v0.1.3', 'v0.1.4', 'v0.1.5'] },
    ),
    {
      version: '0.1.5',
      release: { tag: 'v0.1.5' },
      operating_systems: ['macos', 'windows', 'linux'],
    },
  ],
  [
    'Sese-Schneider/flexbar-claude-code-usage',
    first(
      'dev.sese.flexbar_claude_code_usage',
      { version: '0.4.0', os: LINUX },
      { tags: ['v0.1.0', 'v0.2.0', 'v0.3.0', 'v0.4.0'], license: 'MIT' },
    ),
    { version: '0.4.0', license: 'MIT', warnings: [{ reason: 'only_tag' }] },
  ],
  [
    'Sese-Schneider/flexbar-home-assistant',
    first(
      'dev.sese.flexbar_home_assistant',
      { version: '0.3.0', name: 'Home Assistant', os: LINUX },
      { tags: ['v0.1.0', 'v0.2.0', 'v0.3.0'], license: 'MIT' },
    ),
    { title: 'Home Assistant', version: '0.3.0', operating_systems: ['macos', 'windows', 'linux'] },
  ],
]

/** Two repositories without a plugin. */
export const NO_PLUGINS: [name: string, StubRepository][] = [
  [
    'ENIAC-Tech/flexdesigner-sdk',
    {
      root: ['.github/', 'docs/', 'src/', 'test/', 'package.json', 'readme.md', 'tsconfig.json'],
      files: { 'package.json': '{"name":"@eniac/flexdesigner","version":"1.0.9"}' },
      tags: ['v.1.0.6', 'v1.0.9'],
    },
  ],
  [
    'seqan/flexbar',
    {
      root: ['CMakeLists.txt', 'LICENSE.md', 'README.md', 'galaxy/', 'src/', 'test/'],
      files: {},
      tags: ['v3.5.0'],
    },
  ],
]
