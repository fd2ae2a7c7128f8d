/** The codes of discounts: which count as equal, and which are reserved. */

import { createHash } from 'node:crypto'

/**
 * Buyers type codes by hand, so codes are equal regardless of case and Unicode form. Hashed, because normalizing makes
 * some texts longer than a key may be.
 */
const codeHash = (code: string) =>
  createHash('sha256').update(code.normalize('NFKC').toUpperCase().toLowerCase()).digest('base64url')

/** The hash of the code that a discount reserves; an archived discount reserves none. */
export const reservedCode = ({ code, archived }: { code: string | null; archived: boolean }) =>
  code === null || archived ? null : codeHash(code)
