/**
 * Reloads the page if the code of a screen could not be loaded. Browsers may keep a failed import until the page is
 * reloaded, and a deployment replaces the files, so importing again would not help.
 */

import { useEffect, useState } from 'react'
import { pagesPath } from '../session/client.ts'
import { Fault, Unreachable } from './failure.tsx'
import { Loading } from './loaded.tsx'

class MissingCode extends Error {}

/** Imports code. Errors of the import can then be distinguished from errors of the code itself. */
export const loadCode = <Code,>(load: () => Promise<Code>): Promise<Code> =>
  load().catch((cause: Error) => {
    throw new MissingCode(cause.message, { cause })
  })

const lastReloadName = 'back-office-last-reload'
/** The page reloads itself at most once in this time, because the code may still be missing after a reload. */
const pause = 60_000

/** Returns false if the page cannot be reached. Reloading it would then replace it by the browser's own message. */
async function reload(): Promise<boolean> {
  const isReachable = await fetch(pagesPath, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReachable) location.reload()
  return isReachable
}

async function reloadOnce(): Promise<boolean> {
  if (Date.now() - Number(sessionStorage.getItem(lastReloadName)) < pause) return false
  const isReloading = await reload()
  if (isReloading) sessionStorage.setItem(lastReloadName, String(Date.now()))
  return isReloading
}

interface ScreenFailureProps {
  error: unknown
  reset: () => void
}

/** The message in place of a screen after an error that is not from the API. */
export const ScreenFailure = ({ error, reset }: ScreenFailureProps) =>
  error instanceof MissingCode ? <NotLoaded error={error} /> : <Fault error={error} retry={reset} isScreen />

function NotLoaded({ error }: { error: MissingCode }) {
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    reloadOnce().then(isReloading => setFailed(!isReloading))
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  if (!hasFailed) return <Loading />
  return navigator.onLine ? <Fault error={error} retry={reload} isScreen /> : <Unreachable retry={reload} isScreen />
}
