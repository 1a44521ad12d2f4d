/** Processes of tests fail by what Node warns of before a later one refuses it, such as files that are never closed (DEP0137). */
export const STRICT = { NODE_OPTIONS: '--throw-deprecation' }
