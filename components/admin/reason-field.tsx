import type { ComponentProps } from 'react'
import { getTranslations } from 'next-intl/server'
import { TextArea } from '#components/ui/text-area.tsx'
import { REASON_MAX } from '#lib/contract/admin/role.ts'

type Props = Omit<ComponentProps<typeof TextArea>, 'label'> & { label?: string }

/** Why something is done; the audit log keeps it. */
export async function ReasonField({ label, ...area }: Props) {
  const t = await getTranslations('admin')
  const bounds = { name: 'reason', rows: 2, maxLength: REASON_MAX, required: true }
  return <TextArea label={label ?? t('reason')} {...bounds} {...area} />
}
