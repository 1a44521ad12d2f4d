import { buildIfChanged } from './build.ts'

/* `npm run build:site`: the build of `npm start` as a step of its own. */

try {
  const isBuilt = await buildIfChanged(console.log)
  console.log(isBuilt ? 'The web app is built.' : 'The build is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
