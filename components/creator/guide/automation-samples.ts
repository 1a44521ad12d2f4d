import { API_BASE } from '#lib/contract/limits.ts'
import { documents, paths } from '#lib/paths.ts'

/* What the page about publishing by programs shows to copy. Tests run it (tests/integration/cli/samples.test.ts). */

/** What a creator replaces; underlined on the page. */
export const PLACEHOLDERS = [
  'your-project-id',
  'your-publisher-id',
  'orchard.iconpack',
  'ks_pat_…',
] as const
const [PROJECT, PUBLISHER, FILE, TOKEN] = PLACEHOLDERS

/** Name of the secret of a plugin's releases at GitHub. */
export const SECRET_NAME = 'KEYSTRIP_SECRET'

/** The maker's release workflow, which calls another one. */
const makerWorkflow = (siteUrl: string) => `name: Publish
on:
  release:
    types: [published]
jobs:
  publish:
    permissions:
      contents: write
      id-token: write
      attestations: write
    uses: ENIAC-Tech/flex-plugin-actions/.github/workflows/publish.yml@v1.2.0
    with:
      api-base-url: ${siteUrl}
    secrets:
      webhook-secret: \${{ secrets.${SECRET_NAME} }}`

/** A job that publishes without a secret. The actions that it uses are pinned. */
const trustedJob = (siteUrl: string) => `name: Release
on:
  release:
    types: [published]
permissions:
  contents: read
  id-token: write
jobs:
  publish:
    runs-on: ubuntu-latest
    env:
      KEYSTRIP_SITE: ${siteUrl}
      KEYSTRIP_PUBLISHER: ${PUBLISHER}
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 24
      - run: >-
          npx --yes ${siteUrl}${documents.commandLine}
          publish --trusted --project ${PROJECT} --file ${FILE}`

/** The same at GitLab, whose identity tokens are for the host of the site. */
const gitlabJob = (siteUrl: string) => `publish:
  image: node:24
  rules:
    - if: $CI_COMMIT_TAG
  id_tokens:
    KEYSTRIP_IDENTITY:
      aud: ${new URL(siteUrl).host}
  variables:
    KEYSTRIP_SITE: ${siteUrl}
    KEYSTRIP_PUBLISHER: ${PUBLISHER}
  script:
    - >-
      npx --yes ${siteUrl}${documents.commandLine}
      publish --trusted --project ${PROJECT} --file ${FILE}`

/** @param siteUrl address of the site, without a slash at its end. */
export function samplesOf(siteUrl: string) {
  const api = siteUrl + API_BASE
  return {
    webhookUrl: `${api}/plugins/webhook`,
    maker: { name: '.github/workflows/publish.yml', code: makerWorkflow(siteUrl) },
    trusted: { name: '.github/workflows/release.yml', code: trustedJob(siteUrl) },
    gitlab: { name: '.gitlab-ci.yml', code: gitlabJob(siteUrl) },
    call: `export KEYSTRIP_TOKEN=${TOKEN}
curl --fail-with-body --request PUT ${api}/icon \\
  --header "Authorization: Bearer $KEYSTRIP_TOKEN" \\
  --json '{"id": "${PROJECT}", "tagline": "Trees and fruit"}'`,
    setUp: `npm install --global ${siteUrl}${documents.commandLine}`,
    validate: `keystrip validate ${FILE}`,
    first: `export KEYSTRIP_SITE=${siteUrl}
export KEYSTRIP_TOKEN=${TOKEN}
keystrip categories icon
echo 'Trees and fruit, drawn by hand.' > about.md
keystrip publish --file ${FILE} \\
  --description about.md --category nature`,
    publish: `export KEYSTRIP_SITE=${siteUrl}
export KEYSTRIP_TOKEN=${TOKEN}
keystrip publish --project ${PROJECT} --file ${FILE} \\
  --notes 'Twelve new icons.'`,
    install: `keystrip install ${siteUrl}${paths.detail({ kind: 'icon', id: PROJECT })}`,
  }
}
