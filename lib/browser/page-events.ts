/*
 * Events of `window` between the inline scripts of the head, the islands and the framework, which run
 * one after the other or not at all.
 */

/** Loads the islands, once. */
export const LOAD_ISLANDS = 'load-islands'
/** The framework shows a list: its island is wanted, and may have to restore its place. */
export const LIST_SHOWN = 'list-shown'
/** Runs the framework's scripts at once, without waiting for the visitor. */
export const RUN_SCRIPTS = 'run-scripts'
/** The strip that the visitor builds has changed in this tab. */
export const STRIP_CHANGED = 'strip-changed'
/** Asks for the events that were held for the framework: calls `detail` with them. */
export const TAKE_EVENTS = 'take-events'
