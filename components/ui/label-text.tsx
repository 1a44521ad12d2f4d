type Props = { label: string; optional: string | undefined; isRequired?: boolean }

/** Text of a label or legend, with the mark of an optional or a required field. */
export function LabelText({ label, optional, isRequired = false }: Props) {
  // Drawn by the style sheet: assistive technology reads that the field is required from the field.
  if (isRequired) return <span className="required">{label}</span>
  if (optional === undefined) return label
  return (
    <>
      {label} <span className="font-normal text-content-muted">{optional}</span>
    </>
  )
}
