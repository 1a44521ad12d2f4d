import { signatureOf } from '#backend/services/release/signature.ts'

/*
 * Webhooks as GitHub sends them, with all fields of https://docs.github.com/en/webhooks/webhook-events-and-payloads of a repository of a
 * user: `release` and `ping`. Field names are those of octokit/webhooks, payload-examples/api.github.com.
 */

export type Subject = {
  owner: string
  name: string
  /** GitHub's numeric ids of the repository and its owner. */
  id: number
  ownerId: number
}
type Release = {
  tag: string
  body?: string
  /** Assets that are attached already, by name. */
  assets?: Record<string, Uint8Array>
  action?: 'created' | 'published' | 'released' | 'edited' | 'deleted'
}

const API = 'https://api.github.com'
const AT = '2026-05-30T08:00:00Z'

/** An object of a type, as GitHub's GraphQL API names it. */
const nodeId = (type: string, id: number) => Buffer.from(`0:${type}${id}`).toString('base64')

function account(login: string, id: number) {
  const url = `${API}/users/${login}`
  return {
    login,
    id,
    node_id: nodeId('User', id),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: `https://github.com/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: 'User',
    user_view_type: 'public',
    site_admin: false,
  }
}

/** The addresses of a repository's resources: field name without `_url`, and path below the repository. */
const RESOURCES = {
  ...{ forks: 'forks', keys: 'keys{/key_id}', collaborators: 'collaborators{/collaborator}' },
  ...{ teams: 'teams', hooks: 'hooks', issue_events: 'issues/events{/number}', events: 'events' },
  ...{ assignees: 'assignees{/user}', branches: 'branches{/branch}', tags: 'tags' },
  ...{ blobs: 'git/blobs{/sha}', git_tags: 'git/tags{/sha}', git_refs: 'git/refs{/sha}' },
  ...{ trees: 'git/trees{/sha}', statuses: 'statuses/{sha}', languages: 'languages' },
  ...{ stargazers: 'stargazers', contributors: 'contributors', subscribers: 'subscribers' },
  ...{ subscription: 'subscription', commits: 'commits{/sha}', git_commits: 'git/commits{/sha}' },
  ...{ comments: 'comments{/number}', issue_comment: 'issues/comments{/number}' },
  ...{ contents: 'contents/{+path}', compare: 'compare/{base}...{head}', merges: 'merges' },
  ...{ archive: '{archive_format}{/ref}', downloads: 'downloads', issues: 'issues{/number}' },
  ...{ pulls: 'pulls{/number}', milestones: 'milestones{/number}', labels: 'labels{/name}' },
  ...{ notifications: 'notifications{?since,all,participating}', releases: 'releases{/id}' },
  ...{ deployments: 'deployments' },
}

function repository({ owner, name, id, ownerId }: Subject) {
  const full = `${owner}/${name}`
  const url = `${API}/repos/${full}`
  const page = `https://github.com/${full}`
  return {
    id,
    node_id: nodeId('Repository', id),
    name,
    full_name: full,
    private: false,
    owner: account(owner, ownerId),
    html_url: page,
    description: null,
    fork: false,
    url,
    ...Object.fromEntries(
      Object.entries(RESOURCES).map(([field, path]) => [`${field}_url`, `${url}/${path}`]),
    ),
    ...{ created_at: AT, updated_at: AT, pushed_at: AT },
    git_url: `git://github.com/${full}.git`,
    ssh_url: `git@github.com:${full}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: null,
    ...{ size: 120, stargazers_count: 3, watchers_count: 3, language: 'TypeScript' },
    ...{ has_issues: true, has_projects: true, has_downloads: true, has_wiki: false },
    ...{ has_pages: false, has_discussions: false, forks_count: 0, mirror_url: null },
    ...{ archived: false, disabled: false, open_issues_count: 1, license: null },
    ...{ allow_forking: true, is_template: false, web_commit_signoff_required: false },
    ...{ topics: [], visibility: 'public', forks: 0, open_issues: 1, watchers: 3 },
    default_branch: 'main',
    custom_properties: {},
  }
}

/** The event `release`. */
export function releaseEvent(
  subject: Subject,
  { tag, body = '', assets = {}, action = 'published' }: Release,
) {
  const { owner, name, ownerId } = subject
  const url = `${API}/repos/${owner}/${name}`
  const page = `https://github.com/${owner}/${name}`
  const id = 17_372_790
  const attached = Object.entries(assets).map(([asset, bytes], at) => ({
    url: `${url}/releases/assets/${id + at}`,
    id: id + at,
    node_id: nodeId('ReleaseAsset', id + at),
    name: asset,
    label: '',
    uploader: account('github-actions[bot]', 41_898_282),
    content_type: 'application/octet-stream',
    state: 'uploaded',
    size: bytes.length,
    digest: null,
    download_count: 0,
    ...{ created_at: AT, updated_at: AT },
    browser_download_url: `${page}/releases/download/${tag}/${asset}`,
  }))
  return {
    action,
    release: {
      url: `${url}/releases/${id}`,
      assets_url: `${url}/releases/${id}/assets`,
      upload_url: `https://uploads.github.com/repos/${owner}/${name}/releases/${id}/assets{?name,label}`,
      html_url: `${page}/releases/tag/${tag}`,
      id,
      author: account(owner, ownerId),
      node_id: nodeId('Release', id),
      tag_name: tag,
      target_commitish: 'main',
      name: '',
      ...{ draft: false, immutable: false, prerelease: false },
      ...{ created_at: AT, updated_at: AT, published_at: AT },
      assets: attached,
      tarball_url: `${url}/tarball/${tag}`,
      zipball_url: `${url}/zipball/${tag}`,
      body,
    },
    repository: repository(subject),
    sender: account(owner, ownerId),
  }
}

/** The event `ping`, which GitHub sends when a webhook is set up. */
export function pingEvent(subject: Subject, address: string) {
  const { owner, name, ownerId } = subject
  const id = 109_948_940
  const url = `${API}/repos/${owner}/${name}/hooks/${id}`
  return {
    zen: 'Non-blocking is better than blocking.',
    hook_id: id,
    hook: {
      type: 'Repository',
      id,
      name: 'web',
      active: true,
      events: ['release'],
      config: { content_type: 'json', url: address, insecure_ssl: '0', secret: '********' },
      ...{ updated_at: AT, created_at: AT, url },
      test_url: `${url}/test`,
      ping_url: `${url}/pings`,
      deliveries_url: `${url}/deliveries`,
      last_response: { code: null, status: 'unused', message: null },
    },
    repository: repository(subject),
    sender: account(owner, ownerId),
  }
}

/** The headers of a delivery. */
export const eventHeaders = (event: string, deliveryId: string, secret: string, body: string) => ({
  accept: '*/*',
  'content-type': 'application/json',
  'user-agent': 'GitHub-Hookshot/8ab6bd4',
  'x-github-delivery': deliveryId,
  'x-github-event': event,
  'x-github-hook-id': '109948940',
  'x-github-hook-installation-target-id': '186853002',
  'x-github-hook-installation-target-type': 'repository',
  'x-hub-signature-256': signatureOf(secret, body),
})
