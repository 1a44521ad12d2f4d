export type Subject = {
  owner: string
  name: string
  /** GitHub's numeric ids of the repository and its owner. */
  id: number
  ownerId: number
}

export const API = 'https://api.github.com'
/** When everything happened. */
export const AT = '2026-05-30T08:00:00Z'

/** An object of a type, as GitHub's GraphQL API names it. */
export const nodeId = (type: string, id: number) => Buffer.from(`0:${type}${id}`).toString('base64')

/** An account, as GitHub's API shows it in other objects. */
export function account(login: string, id: number) {
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
  forks: 'forks',
  keys: 'keys{/key_id}',
  collaborators: 'collaborators{/collaborator}',
  teams: 'teams',
  hooks: 'hooks',
  issue_events: 'issues/events{/number}',
  events: 'events',
  assignees: 'assignees{/user}',
  branches: 'branches{/branch}',
  tags: 'tags',
  blobs: 'git/blobs{/sha}',
  git_tags: 'git/tags{/sha}',
  git_refs: 'git/refs{/sha}',
  trees: 'git/trees{/sha}',
  statuses: 'statuses/{sha}',
  languages: 'languages',
  stargazers: 'stargazers',
  contributors: 'contributors',
  subscribers: 'subscribers',
  subscription: 'subscription',
  commits: 'commits{/sha}',
  git_commits: 'git/commits{/sha}',
  comments: 'comments{/number}',
  issue_comment: 'issues/comments{/number}',
  contents: 'contents/{+path}',
  compare: 'compare/{base}...{head}',
  merges: 'merges',
  archive: '{archive_format}{/ref}',
  downloads: 'downloads',
  issues: 'issues{/number}',
  pulls: 'pulls{/number}',
  milestones: 'milestones{/number}',
  labels: 'labels{/name}',
  notifications: 'notifications{?since,all,participating}',
  releases: 'releases{/id}',
  deployments: 'deployments',
}

/** A public repository, as GitHub's API shows it in webhooks. */
export function repository({ owner, name, id, ownerId }: Subject) {
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
    created_at: AT,
    updated_at: AT,
    pushed_at: AT,
    git_url: `git://github.com/${full}.git`,
    ssh_url: `git@github.com:${full}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: null,
    size: 120,
    stargazers_count: 3,
    watchers_count: 3,
    language: 'TypeScript',
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: false,
    disabled: false,
    open_issues_count: 1,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: 'public',
    forks: 0,
    open_issues: 1,
    watchers: 3,
    default_branch: 'main',
    custom_properties: {},
  }
}
