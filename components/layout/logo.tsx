/** Logo: four keys of the strip in the colours of the kinds, drawn by the style sheet: every page has it twice. */
export const Logo = ({ name }: { name: string }) => (
  <span className="flex min-w-0 items-center gap-2.5 font-display text-lg font-bold tracking-tight">
    <span aria-hidden="true" className="logo" />
    <span className="truncate">{name}</span>
  </span>
)
