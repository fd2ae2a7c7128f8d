/** Defines the types of the raw requests that webhooks receive, and of served files. */

/** A request before it is parsed. The signature of a webhook is checked on the exact bytes of the body. */
export interface RawRequest {
  body: Buffer
  /** The values of the headers, by header name in lower case. */
  headers: Record<string, string>
}

/** The result of an endpoint that serves files of several media types. */
export interface ServedFile {
  /** The text of the file, or its gzipped bytes in a Buffer. */
  content: string | Buffer
  /** The media type of the file; the media type of the route by default. */
  media?: string
  /** The additional headers of the reply. They override the default headers of files. */
  headers: Record<string, string>
  /** The content from which the ETag is computed; the file itself by default. */
  version?: string | Buffer
}
