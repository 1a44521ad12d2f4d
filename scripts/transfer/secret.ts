import type { Decrypter, Encrypter } from 'age-encryption'

/** Bytes that are encrypted or decrypted in transit. */
export type Transform = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** A new key pair in the format of age: the secret one, and the one that encrypts. */
export async function newIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Recipient of an identity that `newIdentity` made. */
export async function recipientOf(identity: string): Promise<string> {
  const { identityToRecipient } = await import('age-encryption')
  return identityToRecipient(identity)
}

export async function encrypting(key: { passphrase: string } | { recipient: string }) {
  const { Encrypter: Age } = await import('age-encryption')
  const age: Encrypter = new Age()
  if ('passphrase' in key) age.setPassphrase(key.passphrase)
  else age.addRecipient(key.recipient)
  const transform: Transform = async function* (bytes) {
    yield* await age.encrypt(streamOf(bytes))
  }
  return transform
}

/** The transform throws an Error with one sentence for a wrong key and for changed or cut bytes. */
export async function decrypting(key: { passphrase: string } | { identity: string }) {
  const { Decrypter: Age } = await import('age-encryption')
  const age: Decrypter = new Age()
  if ('passphrase' in key) age.addPassphrase(key.passphrase)
  else age.addIdentity(key.identity)
  const transform: Transform = async function* (bytes) {
    let isOpen = false
    try {
      const clear = await age.decrypt(streamOf(bytes))
      isOpen = true
      yield* clear
    } catch (error) {
      if (error instanceof SourceError) throw error.cause
      throw new Error(
        isOpen
          ? 'The encrypted backup is damaged or cut off.'
          : 'The backup cannot be decrypted: the passphrase is wrong, or its beginning is damaged.',
        { cause: error },
      )
    }
  }
  return transform
}

/** A failure of the encrypted bytes' source, apart from failures of the decryption. */
class SourceError extends Error {}

function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await chunks.next().catch((error: unknown) => {
          throw new SourceError('source', { cause: error })
        })
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: async () => void (await chunks.return?.()),
    },
    { highWaterMark: 1 },
  )
}
