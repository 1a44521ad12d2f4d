/** Cached pages and reads expire after this many seconds, or earlier when they change. */
export const REVALIDATE_S = 300
/** Repository that a new plugin starts from. */
export const PLUGIN_TEMPLATE_URL = 'https://github.com/ENIAC-Tech/flex-plugin-template'
