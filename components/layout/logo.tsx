/**
 * Logo: four keys of the strip in the colours of the kinds, drawn by the style sheet: every page has it twice. A name with less room than three
 * letters goes to a second line, which is cut off: a part of a letter would be left.
 */
export const Logo = ({ name }: { name: string }) => (
  <span className="brand">
    <span aria-hidden="true" className="logo" />
    <span>{name}</span>
  </span>
)
