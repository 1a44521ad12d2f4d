import { defineConfig, type OxlintOverride } from 'oxlint'
import { ROOMS } from './rooms.ts'

const isFile = (room: string) => room.endsWith('.ts')
/** What is in a room, as a glob. */
const contents = (room: string) => (isFile(room) ? room : `${room}/**`)

const NEXT = {
  group: ['next/dist/**'],
  message: 'server/next alone depends on what Next does not promise (docs/next.md).',
}

/** The import rule for the files of one room. */
function importRule([room, imports]: [string, readonly string[]]): OxlintOverride {
  const allowed = [...(isFile(room) ? [] : [room]), ...imports]
  const patterns = [
    ...(room === 'server/next' ? [] : [NEXT]),
    {
      regex: '^\\.\\./.*\\.(ts|tsx|mjs)$',
      message: 'Import across folders as `#room/file.ts`, so that the import rules apply.',
    },
    {
      // The patterns are those of .gitignore, where an unescaped `#` begins a comment.
      group: ['\\#*/**', ...allowed.map((name) => `!\\#${contents(name)}`)],
      message: `${room} may not import this room (rooms.ts).`,
    },
  ]
  return {
    files: [contents(room)],
    rules: { 'eslint/no-restricted-imports': ['error', { patterns }] },
  }
}

export default defineConfig({
  plugins: [
    'typescript',
    'unicorn',
    'oxc',
    'import',
    'react',
    'jsx-a11y',
    'nextjs',
    'vitest',
    'promise',
  ],
  jsPlugins: [import.meta.resolve('./scripts/lint/unread-answers.ts')],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['.next/**', 'next-env.d.ts', 'backend/db/migrations/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-duplicates': 'error',
    'eslint/max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'eslint/max-lines-per-function': [
      'error',
      { max: 100, skipBlankLines: true, skipComments: true },
    ],
    'eslint/no-console': 'error',
    'eslint/no-restricted-imports': ['error', { patterns: [NEXT] }],
    'eslint/no-restricted-globals': [
      'error',
      { name: 'globalThis', message: 'State of the process belongs in lib/process-state.ts.' },
    ],
    'eslint/eqeqeq': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/no-unstable-nested-components': 'off',
    'react/immutability': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'nextjs/no-html-link-for-pages': 'off',
    'nextjs/no-img-element': 'off',
    'import/no-unassigned-import': 'off',
  },
  overrides: [
    ...Object.entries(ROOMS).map(importRule),
    {
      files: ['tests/{unit,integration}/next/**'],
      rules: { 'eslint/no-restricted-imports': 'off' },
    },
    {
      files: ['lib/process-state.ts', 'server/next/request-context.ts'],
      rules: { 'eslint/no-restricted-globals': 'off' },
    },
    {
      files: ['components/creator/**', 'lib/creator/**'],
      rules: { 'eslint/max-lines-per-function': ['error', { max: 60 }] },
    },
    {
      // The script of the documents is sent as the text of one function.
      files: ['server/next/script-loader.ts', 'tests/**'],
      rules: { 'eslint/max-lines-per-function': 'off' },
    },
    // A table has a line per row.
    {
      files: ['rooms.ts'],
      rules: { 'eslint/max-lines': 'off' },
    },
    { files: ['scripts/**', 'bench/**', 'tests/**'], rules: { 'eslint/no-console': 'off' } },
    { files: ['scripts/**', 'tests/**'], rules: { 'answers/no-unread': 'error' } },
    {
      files: ['tests/**'],
      rules: {
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'assert'] }],
        'vitest/no-conditional-expect': 'off',
        'eslint/no-shadow': 'off',
        'eslint/no-restricted-properties': [
          'error',
          {
            object: 'process',
            property: 'kill',
            message: 'A pid of 0 ends the test run: sendSignal.',
          },
          {
            object: 'vi',
            property: 'waitFor',
            message: 'It waits a second: tests/support/wait.ts.',
          },
          {
            object: 'vi',
            property: 'waitUntil',
            message: 'It waits a second: tests/support/wait.ts.',
          },
        ],
      },
    },
    {
      files: [
        'tests/support/{processes,run-command,site,wait}.ts',
        'tests/support/{engines,mutation}/**',
      ],
      rules: { 'eslint/no-restricted-properties': 'off' },
    },
  ],
})
