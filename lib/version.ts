import about from '#package.json' with { type: 'json' }

/** Version of the site, its commands and its command line. */
export const VERSION = about.version
