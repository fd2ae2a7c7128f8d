/** Keeps the secret key of the session in `sessionStorage`, which the browser clears when the tab is closed. */

import { useSyncExternalStore } from 'react'

const storageName = 'back-office-key'
const listeners = new Set<() => void>()
/** The API's error message that says why the session has ended. */
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

export const useSignOutReason = () => useSyncExternalStore(subscribe, () => reason)

/**
 * Signs in with the secret key in the fragment of the URL, as in the URL that `npm start` prints. Browsers do not send
 * fragments to servers. Returns false if the fragment has no key.
 */
export function signInFromUrl(): boolean {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (!key) return false
  history.replaceState(null, '', location.pathname + location.search)
  sessionStorage.setItem(storageName, key)
  return true
}

/**
 * Signs in when the URL of the open page gets a fragment with a key. The page then reloads itself, so that no data of
 * the previous key stays visible.
 */
export const signInOnHashChange = () =>
  addEventListener('hashchange', () => {
    if (signInFromUrl()) location.reload()
  })
