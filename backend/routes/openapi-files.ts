/*
 * The addresses of stored bytes, which answers of the calls hold whole: a program follows `url` and
 * builds none of these itself. They never change under their address.
 */

const failure = { $ref: '#/components/responses/Failure' }
const text = { type: 'string' }
const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: text,
})
const inHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: text,
})
const ETAG = { ETag: { description: 'The SHA-256 of the bytes, in quotes.', schema: text } }

/** OpenAPI's description of `GET /file/{id}/{name}` and `GET /file/{id}/icons/{name}`. */
export const FILE_PATHS = {
  '/file/{id}/{name}': {
    get: {
      operationId: 'file',
      summary: 'A stored file or picture: the `url` of a project’s file, cover or gallery',
      'x-optional': false,
      parameters: [
        inPath('id', 'The file.'),
        inPath('name', 'What it is saved as; any name does.'),
        inHeader('Range', 'One range of bytes (RFC 9110, 14.2).'),
        inHeader('If-Range', 'The ETag that the range belongs to.'),
        inHeader('If-None-Match', 'The ETag of what the client has.'),
      ],
      security: [],
      responses: {
        200: {
          description: 'All bytes',
          headers: ETAG,
          content: { 'application/octet-stream': {} },
        },
        206: {
          description: 'The range',
          headers: ETAG,
          content: { 'application/octet-stream': {} },
        },
        304: { description: 'The client has it' },
        '4XX': failure,
        '5XX': failure,
      },
    },
  },
  '/file/{id}/icons/{name}': {
    get: {
      operationId: 'fileIcon',
      summary: 'A drawing of a pack, made safe: the `url` of an icon',
      'x-optional': true,
      parameters: [inPath('id', 'The file.'), inPath('name', 'The icon’s name with `.svg`.')],
      security: [],
      responses: {
        200: { description: 'The drawing', headers: ETAG, content: { 'image/svg+xml': {} } },
        304: { description: 'The client has it' },
        '4XX': failure,
        '5XX': failure,
      },
    },
  },
}
