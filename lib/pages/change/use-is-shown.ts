/** Tells a reply that arrives late whether the person still looks at what has sent the request. */

import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Returns a function that returns whether the component is mounted, and no other screen is being loaded. `isOpen` is
 * given by a component that stays mounted while its dialog is closed.
 */
export function useIsShown(isOpen = true): () => boolean {
  const router = useRouter()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = isOpen
    return () => {
      isShown.current = false
    }
  }, [isOpen])
  return () => isShown.current && !router.state.isLoading
}
