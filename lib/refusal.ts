/** Why a call was refused, where its reason is not one of those that a form explains. */
export const REFUSALS = ['too_many', 'disk_full', 'unavailable', 'refused'] as const
export type FormRefusal = (typeof REFUSALS)[number]
export const isRefusal = (error: string): error is FormRefusal =>
  REFUSALS.some((refusal) => refusal === error)

export type RefusedCode = { code: number; reason?: string | null | undefined }

/** The error of a refused call: its reason if that is one of `errors`, otherwise by its code. */
export function errorOf<const Known extends string>(
  errors: readonly Known[],
  { code, reason }: RefusedCode,
): Known | FormRefusal {
  const known = errors.find((error) => error === reason)
  if (known) return known
  if (code === 429) return 'too_many'
  return code >= 500 ? 'unavailable' : 'refused'
}
