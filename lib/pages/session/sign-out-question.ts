/** Lets a screen ask a question before signing out, which would discard what was typed on the screen. */

import { useEffect } from 'react'
import { signOut } from './key.ts'

/** The function that shows the question of the open screen. */
let ask: (() => void) | null = null

/** While `question` is not null, `signOutOrAsk` calls it instead of signing out. */
export const useSignOutQuestion = (question: (() => void) | null) =>
  useEffect(() => {
    ask = question
    return () => {
      ask = null
    }
  }, [question])

/**
 * Signs out at once, unless the open screen has a question, or `other` is not null. The answer to the question signs out
 * then.
 */
export const signOutOrAsk = (other: (() => void) | null) => (ask ?? other ?? signOut)()
