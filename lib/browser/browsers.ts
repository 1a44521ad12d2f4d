/** Oldest browsers that the framework's own scripts run in, as esbuild names them. */
export const BROWSERS = ['chrome111', 'edge111', 'firefox111', 'safari16.4'] as const
