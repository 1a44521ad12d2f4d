/** Cached pages and reads expire after this many seconds, or earlier when they change. */
/** Stands in status pages, which are rendered once, where the id of each request is filled in. */
export const REQUEST_ID_MARK = 'id-of-the-request'

export const REVALIDATE_S = 300
/** Repository that a new plugin starts from. */
export const PLUGIN_TEMPLATE_URL = 'https://github.com/ENIAC-Tech/flex-plugin-template'
