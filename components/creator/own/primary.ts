/** The first action on an own project: in the hue of its kind, and quieter than the one button of a page. */
export const PRIMARY =
  'inline-flex h-11 cursor-pointer items-center rounded-key border border-accent bg-accent-soft px-4 text-sm font-semibold text-accent hover:brightness-110 sm:h-10'
