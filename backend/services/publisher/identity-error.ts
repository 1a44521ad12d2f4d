import type { IDENTITY_ERRORS } from '#lib/contract/calls/programs.ts'
import { DomainError } from '#backend/errors.ts'

type Code = Exclude<(typeof IDENTITY_ERRORS)[number], 'oidc_tokens'>

/** One sentence per reason, for the log of a build server. They name no claim's value. */
const MESSAGES = {
  oidc_malformed: 'The identity token is not a JSON Web Token with the claims of its issuer.',
  oidc_algorithm: 'The identity token is not signed with RS256 or ES256.',
  oidc_issuer: 'This site does not accept identity tokens of this issuer.',
  oidc_unreachable: 'The keys of the issuer cannot be read at the moment.',
  oidc_key: 'The issuer has no such key.',
  oidc_signature: 'The signature of the identity token is wrong.',
  oidc_audience: 'The identity token is for another audience than the host of this site alone.',
  oidc_expired: 'The identity token has expired.',
  oidc_early: 'The identity token is not valid yet.',
  oidc_lifetime: 'The identity token is valid for longer than its issuer allows.',
  oidc_event:
    'What started this run may not publish. Publish on push of a tag, release, workflow_dispatch or schedule, as far as the publisher allows them.',
  oidc_no_publisher: 'No project trusts this repository.',
  oidc_owner_changed:
    'A repository of this name is trusted, but this one has another id or owner. Add the publisher again.',
  oidc_workflow: 'This repository is trusted with another workflow file.',
  oidc_environment: 'This workflow is trusted in another environment.',
  oidc_ambiguous:
    'Several projects trust this workflow. Send the publisher_id of the one to publish.',
  oidc_replayed: 'The identity token was exchanged before. Request a new one.',
} as const satisfies Record<Code, string>

/** The reason why an identity token gets no access token. */
export const identityError = (code: Code, cause?: unknown): DomainError =>
  code === 'oidc_unreachable'
    ? new DomainError(code, MESSAGES[code], { subsystem: 'oidc', cause })
    : new DomainError(code, MESSAGES[code])
