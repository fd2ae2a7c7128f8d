/** Compresses long texts, as a row is limited to 400 KB. */

import { gunzipSync, gzipSync } from 'node:zlib'

export const compressToBase64 = (text: string) => gzipSync(text).toString('base64')
export const decompressFromBase64 = (compressed: string) =>
  gunzipSync(Buffer.from(compressed, 'base64')).toString()
