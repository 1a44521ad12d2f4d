import about from './package/package.json' with { type: 'json' }

/** Version of the command line. */
export const VERSION = about.version
