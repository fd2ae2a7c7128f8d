/** A request as it was sent, to check a signature over its bytes. */

export interface RawRequest {
  body: Buffer
  /** Names in lower case. */
  headers: Record<string, string>
}
