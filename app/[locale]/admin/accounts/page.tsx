import { AfterPager } from '#app/[locale]/after-pager.tsx'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { AccountFilter, AccountList } from '#components/admin/account-list.tsx'
import { AdminFrame } from '#components/admin/frame.tsx'
import { readAccountFilter } from '#lib/admin/bulk-filter.ts'
import { call } from '#lib/api/call.ts'
import { accountsQuerySchema } from '#lib/contract/admin/account.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin/accounts'>

export const generateMetadata = adminMetadata('accounts')

const NONE = { items: [], next: null }

/** Accounts by name, address, network, provider and state, the newest first. */
export default async function AccountsPage(props: Props) {
  const { given, token, frame } = await openAdmin('accounts', props)
  const { typed, isWrong } = readAccountFilter(given)
  const query = accountsQuerySchema.catch({ state: 'all' }).parse(typed)
  const { items, next } = await (isWrong ? NONE : call('accounts', query, { token }))
  const { after, ...filter } = typed
  return (
    <AdminFrame {...frame}>
      <AccountFilter typed={filter} isWrong={isWrong} />
      {!isWrong && <AccountList items={items} />}
      <AfterPager pageOf={paths.adminAccounts} {...{ filter, after, next }} />
    </AdminFrame>
  )
}
