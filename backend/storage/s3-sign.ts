import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Address } from './s3-address.ts'
import { type Bucket, connectS3, request } from './s3-client.ts'
import { keyOf, OBJECTS } from './s3-keys.ts'
import type { Storage } from './storage.ts'

/** Validity of an address, in seconds: a download has to begin within it. */
const VALID_S = 300

/**
 * Signs addresses of objects, with the host under which visitors reach the storage.
 * @param storage its client corrects its time by the answers of the storage, which refuses addresses of the future and of the past.
 */
export function createSigner(
  address: S3Address,
  storage: Bucket,
): NonNullable<Storage['signDownload']> {
  const endpoint = address.publicEndpoint ?? address.endpoint
  const { client, bucket, prefix } = connectS3({ ...address, endpoint })
  return (key, { type, disposition }) => {
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: `${prefix}${OBJECTS}${keyOf(key)}`,
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
    })
    const signingDate = new Date(Date.now() + storage.client.config.systemClockOffset)
    return request(() => getSignedUrl(client, command, { expiresIn: VALID_S, signingDate }))
  }
}
