/** Modules with rules that have a unit test of their own, without a database: all their mutants are tested. */
export const SELECTED = [
  'lib/contract/{version/*,repository,route,text}.ts',
  'lib/text/*.ts',
  'lib/accept.ts',
  'lib/sign-in/safe-path.ts',
  'backend/services/statistic/popularity.ts',
]

/** Of the mutants of the others that unit tests reach, a sample is tested. Command line and scripts change files outside of the project. */
export const SAMPLED = ['{lib,backend,server,covers}/**/*.ts']
