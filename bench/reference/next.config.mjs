import path from 'node:path'

/** The framework as it comes: no settings but the folder of its packages. */
export default { turbopack: { root: path.resolve(import.meta.dirname, '../..') } }
