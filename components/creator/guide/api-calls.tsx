import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import {
  type Call,
  COMMON_ERRORS,
  errorsOf,
  isOffered,
  isOfRole,
  isPublicRead,
} from '#lib/contract/call.ts'
import { NAMED_CALLS, type NamedCall } from '#lib/contract/calls.ts'
import { ERROR_STATUS } from '#lib/contract/error-code.ts'
import { NAMED_SCHEMAS, toAnswerSchema, toInputSchema } from '#lib/contract/calls/named-schemas.ts'
import { limitsOf, typeOf } from './api-types.ts'
import { Framed } from './guide-parts.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

/* The description of the API as a page: every call that the site offers, besides those of its own administration, folded, from the table that the OpenAPI document is made of. */

/** Who may make a call: everyone, a program with an access token, pages of the site. */
type Group = 'public' | 'token' | 'browser'

function groupOf(call: Call): Group {
  if (isPublicRead(call) || call.provesItself) return 'public'
  return call.scope === undefined ? 'browser' : 'token'
}

/** Stored bytes have their addresses from other answers. */
const isOfFile = ({ call }: NamedCall) => /^\/(?:file|picture)\//.test(call.path)
const ORDERED = NAMED_CALLS.filter(
  ({ call }) => isOffered(call) && !isOfRole(call.access),
).toSorted((a, b) => Number(isOfFile(a)) - Number(isOfFile(b)))

/** The calls of a group. */
export const CallList = ({ group }: { group: Group }) => (
  <Framed>
    <div className="divide-y divide-line">
      {ORDERED.filter(({ call }) => groupOf(call) === group).map((named) => (
        <CallDetails key={named.name} {...named} />
      ))}
    </div>
  </Framed>
)

/** The errors that every call may answer with. */
export const CommonErrors = () => <Codes codes={COMMON_ERRORS} />

/** The types that answers share. */
export const NamedTypes = () => (
  <Framed>
    <div className="divide-y divide-line">
      {Object.entries(NAMED_SCHEMAS).map(([name, schema]) => (
        <Fold key={name} id={`type-${name}`} title={<code className="font-mono">{name}</code>}>
          <Type text={typeOf(toAnswerSchema(schema).$defs?.[name])} />
        </Fold>
      ))}
    </div>
  </Framed>
)

type FoldProps = { id: string; title: ReactNode; children: ReactNode }

/** The id is inside: an address with it unfolds the part. */
const Fold = ({ id, title, children }: FoldProps) => (
  <details>
    <summary
      className="cursor-pointer px-4 py-2.5 wrap-anywhere hover:bg-surface-2"
      dir="ltr"
      lang="en"
    >
      {title}
    </summary>
    <div id={id} className="space-y-3 px-4 pb-4">
      {children}
    </div>
  </details>
)

/** Code of the API; it scrolls sideways, by keyboard too. */
const Type = ({ text }: { text: string }) => (
  <pre
    dir="ltr"
    className="rounded-md bg-surface-2 p-3 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap"
  >
    {text}
  </pre>
)

async function CallDetails({ name, call }: NamedCall) {
  const t = await getTranslations('developers.calls')
  const { method, path, summary, params, query, body, mediaType } = call
  const own = [...errorsOf(call)].filter((code) => !COMMON_ERRORS.some((common) => common === code))
  const answer = mediaType ?? typeOf(toAnswerSchema(call.data))
  return (
    <Fold
      id={`call-${name}`}
      title={
        <>
          <code className="font-mono">
            <b>{method.toUpperCase()}</b>
            {` ${path}`}
          </code>
          <span className="block text-content-muted">{summary.replaceAll('`', '')}</span>
        </>
      }
    >
      <Facts call={call} />
      <Parameters schemas={[params, query]} />
      {body && (
        <Labelled label={t('body')}>
          <Type text={typeOf(toInputSchema(body))} />
        </Labelled>
      )}
      <Labelled label={t('answer')}>
        <Type text={answer} />
      </Labelled>
      {own.length > 0 && (
        <Labelled label={t('errors')}>
          <Codes codes={own} />
        </Labelled>
      )}
    </Fold>
  )
}

/** The scope that a token needs, the limit that it counts in, and whether other sites may lack it. */
async function Facts({ call: { scope, limit = 'calls', required } }: { call: Call }) {
  const [t, tokens] = await getTexts('developers.calls', 'account.tokens')
  return (
    <p className="text-content-muted">
      {scope !== undefined && `${t('scope', { scope: tokens(`scope.${scope}`) })} · `}
      {t('limit', { limit })}
      {required !== true && ` · ${t('optional')}`}
    </p>
  )
}

type ParametersProps = { schemas: readonly (z.ZodObject | undefined)[] }

async function Parameters({ schemas }: ParametersProps) {
  const t = await getTranslations('developers.calls')
  const rows = schemas.flatMap((schema, at) => {
    const described = schema && toInputSchema(schema)
    return Object.entries(described?.properties ?? {}).map(([name, part]) => ({
      name: at === 0 ? `{${name}}` : name,
      isRequired: described?.required?.includes(name) === true,
      about: [typeOf(part), ...limitsOf(part)].join(', '),
    }))
  })
  if (rows.length === 0) return null
  return (
    <Labelled label={t('parameters')}>
      <dl className="space-y-1" dir="ltr">
        {rows.map(({ name, isRequired, about }) => (
          <div key={name} className="gap-x-4 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="font-mono wrap-anywhere">{isRequired ? name : `${name}?`}</dt>
            <dd className="font-mono wrap-anywhere text-content-muted">{about}</dd>
          </div>
        ))}
      </dl>
    </Labelled>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="space-y-1.5">
    <h3 className="font-medium">{label}</h3>
    {children}
  </div>
)

/** Error codes with their status. */
const Codes = ({ codes }: { codes: readonly (keyof typeof ERROR_STATUS)[] }) => (
  <p className="font-mono text-sm wrap-anywhere text-content-muted" dir="ltr">
    {codes.map((code) => `${ERROR_STATUS[code]} ${code}`).join(', ')}
  </p>
)
