/** A request as it was sent, so that a signature of its bytes can be checked. */

export interface RawRequest {
  body: Buffer
  /** The header values by name in lower case. */
  headers: Record<string, string>
}
