import { signatureOf } from '#backend/services/release/signature.ts'
import { account, API, AT, nodeId, repository, type Subject } from './github-objects.ts'

/*
 * Webhooks as GitHub sends them, with all fields of https://docs.github.com/en/webhooks/webhook-events-and-payloads of a repository of a
 * user: `release` and `ping`. Field names are those of octokit/webhooks, payload-examples/api.github.com.
 */

type Release = {
  tag: string
  body?: string
  /** Assets that are attached already, by name. */
  assets?: Record<string, Uint8Array>
  action?: 'created' | 'published' | 'released' | 'edited' | 'deleted'
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
    created_at: AT,
    updated_at: AT,
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
      draft: false,
      immutable: false,
      prerelease: false,
      created_at: AT,
      updated_at: AT,
      published_at: AT,
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
      updated_at: AT,
      created_at: AT,
      url,
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
