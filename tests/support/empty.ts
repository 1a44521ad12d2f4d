/** Stands in for `server-only`, which throws outside React's server condition. */
export default null
