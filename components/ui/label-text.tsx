type Props = { label: string; optional: string | undefined }

/** Text of a label or legend. Optional fields are marked, since most fields are required. */
export function LabelText({ label, optional }: Props) {
  if (optional === undefined) return label
  return (
    <>
      {label} <span className="font-normal text-content-muted">{optional}</span>
    </>
  )
}
