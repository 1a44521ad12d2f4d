import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AdminFrame } from '#components/admin/frame.tsx'
import { HeldList } from '#components/admin/held-list.tsx'
import { call } from '#lib/api/call.ts'

type Props = PageProps<'/[locale]/admin/held'>

export const generateMetadata = adminMetadata('held')

/** Publications that wait for a moderator, the oldest first. */
export default async function HeldPage(props: Props) {
  const { token, path, frame } = await openAdmin('held', props)
  const { items, total } = await call('held', {}, { token })
  return (
    <AdminFrame {...frame}>
      <HeldList items={items} total={total} to={path} />
    </AdminFrame>
  )
}
