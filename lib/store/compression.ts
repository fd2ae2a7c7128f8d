/** Long texts in the table: JSON becomes far smaller, and a row holds 400 KB. */

import { gunzipSync, gzipSync } from 'node:zlib'

export const compress = (text: string) => gzipSync(text).toString('base64')
export const decompress = (kept: string) => gunzipSync(Buffer.from(kept, 'base64')).toString()
