import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SOURCES = globSync(
  ['*.{ts,mjs}', '{app,backend,cli,components,islands,lib,scripts,server}/**/*.{ts,tsx,mjs}'],
  {
    exclude: ['server/next/**'],
  },
)
/** Headers, globals and files of Next that its documentation does not describe. */
const INTERNAL =
  /x-nextjs-|x-next-|x-middleware-|next-router-|['"]rsc['"]|__next_f|__NEXT_|TURBOPACK|_N_T_|@next\/|\/BUILD_ID|static\/media/

it('server/next alone names what Next does not promise', () => {
  expect(SOURCES).toContain('server/handler.ts')
  expect(SOURCES.filter((file) => INTERNAL.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(readFileSync('server/next/exchange.ts', 'utf8')).toMatch(INTERNAL)
})
