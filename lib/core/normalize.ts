/** Texts as they are compared where case and the way a letter is encoded make no difference. */

export const normalize = (text: string | null | undefined) =>
  (text ?? '').normalize('NFKC').trim().toLowerCase()
