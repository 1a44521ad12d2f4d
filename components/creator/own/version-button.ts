/** Look of a button beside a version. */
export const versionButton =
  'inline-flex h-9 cursor-pointer items-center rounded-key border border-line-strong px-3 text-sm hover:bg-surface-2 aria-disabled:opacity-75'
