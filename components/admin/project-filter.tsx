import { getTranslations } from 'next-intl/server'
import { Field } from '#components/ui/field-client.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { networkHashSchema } from '#lib/contract/admin/network.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { getTexts } from '#lib/i18n/translations.ts'

export type FilterProps = {
  typed: Record<string, string>
  /** Whether the network is none. */
  isWrong: boolean
}

/** Fields of the filter of projects. @param id begins the ids of the fields. */
export async function ProjectFilterFields({ id, typed, isWrong }: FilterProps & { id: string }) {
  const [t, kinds] = await getTexts('admin.bulk', 'kind')
  return (
    <>
      <SelectField
        id={`${id}-kind`}
        name="kind"
        label={t('kind')}
        defaultValue={typed['kind']}
        options={[
          { value: '', label: t('all') },
          ...KINDS.map((value) => ({ value, label: kinds(`${value}.many`) })),
        ]}
      />
      {(['author', 'text', 'link'] as const).map((name) => (
        <Field
          key={name}
          id={`${id}-${name}`}
          name={name}
          label={t(name)}
          defaultValue={typed[name]}
          autoComplete="off"
        />
      ))}
      <NetworkField id={`${id}-network`} given={typed['network']} isWrong={isWrong} />
      {(['from', 'until'] as const).map((name) => (
        <Field
          key={name}
          id={`${id}-${name}`}
          name={name}
          type="date"
          label={t(name)}
          defaultValue={typed[name]}
        />
      ))}
    </>
  )
}

type NetworkProps = { id: string; given: string | undefined; isWrong: boolean }

/** The network of a filter: an address, a network, or what the page of an account links. */
export async function NetworkField({ id, given, isWrong }: NetworkProps) {
  const t = await getTranslations('admin.network')
  const isLinked = networkHashSchema.safeParse(given).success
  return (
    <Field
      id={id}
      name="network"
      label={t('label')}
      placeholder="203.0.113.0/24"
      defaultValue={given}
      help={isLinked ? t('linked') : undefined}
      error={isWrong ? t('wrong') : undefined}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
