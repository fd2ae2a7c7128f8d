/** Converts texts so that they can be compared regardless of case and Unicode encoding. */

export const normalizeForComparison = (text: string | null | undefined) =>
  (text ?? '').normalize('NFKC').trim().toLowerCase()
