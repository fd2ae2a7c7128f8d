/** Removes from texts of callers what could change the structure of a mail. */

const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const invisible = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu

/** A text of several lines. */
export const lines = (text: string) => text.replace(lineBreak, '\n').replace(invisible, '').trim()

/** For subjects, addresses and fields of one line. */
export const oneLine = (text: string) => lines(text).replace(/\s*[\n\t]\s*/g, ' ')
