/** The result of an endpoint that serves files of several kinds. */

export interface ServedFile {
  /** A Buffer contains gzipped bytes. */
  content: string | Buffer
  /** The media type; that of the route by default. */
  media?: string
  /** These headers replace those of other files. */
  headers: Record<string, string>
  /** The text of which the ETag is made; the content by default. */
  version?: string | Buffer
}
