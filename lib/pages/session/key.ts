/**
 * Keeps the secret key of the session in `sessionStorage`, which only this tab can read. Browsers restore it with the
 * tab, also after a restart, so the key is forgotten when the tab was not used for some hours.
 */

import { useSyncExternalStore } from 'react'

const storageName = 'back-office-key'
const signedInAtName = 'back-office-signed-in-at'
const lastUseName = 'back-office-last-use'
/** The documentation page, which may have been open in this tab, keeps a key in entries with this prefix. */
const docsPrefix = 'scalar-'
/** The maximum time without use. The text of the sign-in screen and the guide name it, too. */
const maxUnusedMilliseconds = 8 * 3600 * 1000
const listeners = new Set<() => void>()
/** The API's error message that says why the session has ended. */
let reason: string | null = null

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const notify = () => listeners.forEach(listener => void listener())

const storeLastUse = () => sessionStorage.setItem(lastUseName, String(Date.now()))

function storeKey(key: string): void {
  if (sessionStorage.getItem(storageName) !== key) sessionStorage.setItem(signedInAtName, String(Date.now()))
  sessionStorage.setItem(storageName, key)
  storeLastUse()
}

export function signIn(key: string): void {
  storeKey(key)
  reason = null
  notify()
}

export function signOut(why: string | null = null): void {
  sessionStorage.removeItem(storageName)
  sessionStorage.removeItem(signedInAtName)
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(docsPrefix)) sessionStorage.removeItem(name)
  reason = why
  notify()
}

export const isSignedIn = () => sessionStorage.getItem(storageName) !== null

/**
 * Returns the id of the session, which is the time of its sign-in, or null if nobody is signed in. The id is empty if an
 * earlier release has stored the key.
 */
export const sessionId = () => (isSignedIn() ? (sessionStorage.getItem(signedInAtName) ?? '') : null)

function signOutIfUnused(): void {
  if (!isSignedIn()) return
  /** An earlier release stored the key without a last use. */
  if (sessionStorage.getItem(lastUseName) === null) storeLastUse()
  const isUnused = Date.now() - Number(sessionStorage.getItem(lastUseName)) > maxUnusedMilliseconds
  if (isUnused) signOut()
}

/** A click in a tab that was unused for too long does not prolong the session. */
function prolongSession(): void {
  signOutIfUnused()
  storeLastUse()
}

/** Ends the session of a tab that nobody uses, or that the browser restores too late. */
export function signOutWhenUnused(): void {
  signOutIfUnused()
  setInterval(signOutIfUnused, 60_000)
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, prolongSession, { capture: true })
}

/**
 * Reloads a page that Back or Forward shows again as it was left, if its session has ended meanwhile. Otherwise, the page
 * would show data of the store, although the person has signed out.
 */
export function reloadWhenShownAfterSession(): void {
  let left: string | null = null
  addEventListener('pagehide', () => {
    left = sessionId()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || sessionId() === left) return
    document.body.hidden = true
    location.reload()
  })
}

export const useKey = () => useSyncExternalStore(subscribe, () => sessionStorage.getItem(storageName))

export const useSignOutReason = () => useSyncExternalStore(subscribe, () => reason)

/** Browsers keep URLs in their history, so a URL may have a key only where `npm start` prints such a URL. */
const acceptsKeyInUrl = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)

/**
 * Removes the secret key from the fragment of the URL, and signs in with it on this machine. Browsers do not send
 * fragments to servers. Returns false if nobody was signed in.
 */
export function signInFromUrl(): boolean {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (!key) return false
  history.replaceState(null, '', location.pathname + location.search)
  if (!acceptsKeyInUrl()) return false
  storeKey(key)
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
