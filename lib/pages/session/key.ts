/** Keeps the secret key of the session in this tab. It is never in a URL that is sent, and ends with the tab. */

import { useSyncExternalStore } from 'react'

const storageName = 'back-office-key'
const listeners = new Set<() => void>()
/** The sentence of the API that says why the session has ended. */
let reason: string | null = null

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const notify = () => listeners.forEach(listener => void listener())

export function signIn(key: string): void {
  sessionStorage.setItem(storageName, key)
  reason = null
  notify()
}

export function signOut(why: string | null = null): void {
  sessionStorage.removeItem(storageName)
  reason = why
  notify()
}

export const useKey = () => useSyncExternalStore(subscribe, () => sessionStorage.getItem(storageName))

export const useReason = () => useSyncExternalStore(subscribe, () => reason)

/**
 * `npm start` prints a URL whose fragment has the key. Browsers do not send fragments to servers. Returns false if the
 * URL has no key.
 */
export function signInFromUrl(): boolean {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (!key) return false
  history.replaceState(null, '', location.pathname + location.search)
  sessionStorage.setItem(storageName, key)
  return true
}

/**
 * Opening such a URL in a tab of the back office may change only the fragment, which loads nothing. The pages are then
 * loaded again, so that nothing is shown of what another key could read.
 */
export const followLinks = () =>
  addEventListener('hashchange', () => {
    if (signInFromUrl()) location.reload()
  })
