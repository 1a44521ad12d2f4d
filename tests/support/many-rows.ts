import type { Client } from 'pg'

/** Makes so many rows in each of the large tables of a database of release 0.2.0 or later. Foreign keys hold; objects of the files are missing. */
export async function fillTables(client: Client, rows: number): Promise<void> {
  await client.query('SET statement_timeout = 0; SET synchronous_commit = off')
  // Without the check of each foreign key.
  await client.query('SET session_replication_role = replica')
  for (const [table, columns, values] of ROWS) {
    await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, $1::integer) n`,
      [rows],
    )
  }
  await client.query('RESET session_replication_role; ANALYZE')
}

const ROWS = [
  ['authors', 'uid, name', `'a' || n, 'Author ' || n`],
  [
    'accounts',
    'uid, email, email_key, created_at',
    `'a' || n, n || '@x.example', n || '@x.example', now()`,
  ],
  [
    'files',
    'id, purpose, key, name, media_type, size, sha256, created_at, attached_at, original_sha256',
    `'f' || n, CASE n % 4 WHEN 0 THEN 'project' ELSE 'picture' END, md5('k' || n), 'a.iconpack', 'application/zip', n,
      md5(n::text) || md5('b' || n), now(), now(), CASE n % 4 WHEN 0 THEN md5('o' || n) END`,
  ],
  [
    'projects',
    `id, kind, author_uid, title, sort_key, description, version, operating_systems, minimum_version, minimum_version_parts,
      category, cover, gallery, owner, popularity, created_at, updated_at, manifest_id, manifest`,
    `'p' || n, 'icon', 'a' || n, 'Title ' || n, 'title' || n, 'About', '1.0.0', '{macos}', '1.0.0', '{1,0,0}',
      'weather', '{}', '[]', 'o', n, now(), now() - n * interval '1 s', CASE n % 5 WHEN 0 THEN 'com.example.m' || n END,
      CASE n % 5 WHEN 0 THEN '{"dependencies": [{"id": "x"}]}'::jsonb END`,
  ],
  [
    'versions',
    'project_id, version, file_id, notes, created_at',
    `'p' || n, '1.0.0', 'f' || n, '', now()`,
  ],
  ['changes', 'at, kind, project_id, author, is_new', `now(), 'icon', 'p' || n, 'a', true`],
  [
    'audit',
    'at, action, kind, project_id, title, author, reason, by',
    `now(), 'hide', 'icon', 'p' || n, 't', 'a', 'r', 'o'`,
  ],
  [
    'search_documents',
    'project_id, kind, author_uid, category, operating_systems, minimum_version_parts, title_key, sort_key, updated_at, rank, terms',
    `'p' || n, 'icon', 'a' || n, 'weather', '{macos}', '{1,0,0}', 'title' || n, 'title' || n, now(), n, to_tsvector('simple', 'title ' || n)`,
  ],
  ['search_words', 'word, documents, titles, spellings', `'word' || md5(n::text), 1, 1, '{}'`],
] as const
