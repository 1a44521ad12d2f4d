import { getTranslations } from 'next-intl/server'
import { adminMetadata, openAdmin } from '#app/[locale]/admin/open.ts'
import { BulkFilterForm, BulkList, BulkPreviewed } from '#components/admin/bulk.tsx'
import { AdminFrame } from '#components/admin/frame.tsx'
import { Section } from '#components/ui/section.tsx'
import { readBulkFilter } from '#lib/admin/bulk-filter.ts'
import { call } from '#lib/api/call.ts'
import { bulkPreviewQuerySchema } from '#lib/contract/admin/bulk.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

type Props = PageProps<'/[locale]/admin/bulk'>

export const generateMetadata = adminMetadata('bulk')

/** Hides or restores many projects: a filter, what it matches, and the actions before with their progress. */
export default async function BulkPage(props: Props) {
  const { locale, given, token, path, frame } = await openAdmin('bulk', props)
  const { filter, typed, isWrong } = readBulkFilter(given, ['action'])
  const query = bulkPreviewQuerySchema.safeParse(filter).data ?? null
  const [t, { items }, preview] = await Promise.all([
    getTranslations('admin.bulk'),
    call('bulkActions', {}, { token }),
    query ? call('bulkPreview', query, { token }) : null,
  ])
  return (
    <AdminFrame {...frame}>
      <BulkFilterForm typed={typed} isWrong={isWrong} />
      {query && preview && (
        <Section id="preview" title={t('preview')}>
          <BulkPreviewed
            query={query}
            preview={preview}
            to={localePath(locale, paths.adminBulk(typed))}
            done={path}
          />
        </Section>
      )}
      <Section title={t('before')}>
        <BulkList items={items} to={path} />
      </Section>
    </AdminFrame>
  )
}
