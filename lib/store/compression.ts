/** Compresses long texts, as a row is limited to 400 KB. */

import { gunzipSync, gzipSync } from 'node:zlib'

export const compressToBase64 = (text: string) => gzipSync(text).toString('base64')
export const decompressFromBase64 = (compressed: string) =>
  gunzipSync(Buffer.from(compressed, 'base64')).toString()

/** Up to this length a row remains readable in the table, and compressing would save no read unit. */
const maxPlainLength = 4000
/** The first characters of every gzip file in base64; no JSON text begins with an H. */
const gzipMark = 'H4sI'

export const packJson = (json: string) => (json.length > maxPlainLength ? compressToBase64(json) : json)
export const unpackJson = (stored: string) =>
  stored.startsWith(gzipMark) ? decompressFromBase64(stored) : stored
